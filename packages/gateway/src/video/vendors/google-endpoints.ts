import { decodeVeoVideo, encodeOperation, geminiVeo, type OperationVideo } from '@interlingua/video'
import { randomUUID } from 'node:crypto'
import { answerHeaders } from '../../reply/reply-headers.ts'
import { answerJson } from '../../reply/write-reply.ts'
import { type FailureReply, type Formats, invalidRequest, type ServeResult } from '@interlingua/gateway-kernel'
import type { Endpoint, Parameters, Reply } from '../../server/reply.ts'
import type { AdmittedRequest } from '../../server/client-request.ts'
import type { ParsedBody } from '../../body/parse-body.ts'
import { withBody } from '../../reply/read-body.ts'
import type { Task } from '@interlingua/tasks'
import { readAgain, writePieces } from '../download.ts'
import { findVideoTask, noSuchTask, readVideoPayload } from '../documents.ts'
import { readVideoBody } from '../serve-submit.ts'
import { submitRequest } from '../submit-video.ts'
import { viewTask } from '../lookup.ts'

/** Endpoints of video tasks as long-running operations, for Google's clients. https://ai.google.dev/gemini-api/docs/video */
export function googleVideoEndpoints(formats: Formats): readonly Endpoint[] {
  const native = { edge: formats.ofVendor('google'), dialect: geminiVeo.format, access: 'key', metered: false } as const
  return [
    ...['/v1beta', '/v1'].map((version): Endpoint => ({
      ...native,
      method: 'GET',
      path: `${version}/models/{model}/operations/{operation}`,
      operation: 'video-query',
      serve: getOperation,
    })),
    {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:predictLongRunning',
      also: ['/v1/models/{model}:predictLongRunning'],
      operation: 'video',
      metered: true,
      serve: predictLongRunning,
    },
    {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:fetchPredictOperation',
      also: ['/v1/models/{model}:fetchPredictOperation'],
      operation: 'video-query',
      serve: withBody(fetchOperation),
    },
  ]
}

/** Serves `POST models/{model}:predictLongRunning`. */
function predictLongRunning(admitted: AdmittedRequest, reply: Reply): void {
  const { model = '' } = admitted.client.params
  readVideoBody(reply, (body) =>
    submitRequest(admitted, reply, model, body, {
      format: geminiVeo.format,
      decode: (said, known, context) => decodeVeoVideo(said, model, known, context),
      encode: (task) => encodeOperation(task, [], false),
    }),
  )
}

/** Serves `GET models/{model}/operations/{id}` of the Gemini API. */
function getOperation(admitted: AdmittedRequest, reply: Reply, { operation = '' }: Parameters): ServeResult {
  return serveOperation(admitted, reply, operation, false)
}

/** Serves `POST models/{model}:fetchPredictOperation` of Google's cloud. */
function fetchOperation(admitted: AdmittedRequest, reply: Reply, { body }: ParsedBody): ServeResult {
  const { operationName: name } = body
  if (typeof name !== 'string' || name === '') return invalidRequest('the name of an operation is required', '/operationName')
  return serveOperation(admitted, reply, name.slice(name.lastIndexOf('/') + 1), true)
}

async function serveOperation(admitted: AdmittedRequest, reply: Reply, id: string, cloud: boolean): Promise<FailureReply | void> {
  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  if (task === undefined) return noSuchTask
  await sendOperation(reply, task, cloud)
}

/** File that is written into the document in place of its mark. */
interface Part {
  readonly mark: string
  readonly name: string
  readonly size: number
}

/**
 * Sends a task as an operation. Clients of the cloud can save only bytes, so they get kept files within the document, written as they are read; other
 * clients, and too large files, get addresses.
 */
async function sendOperation(reply: Reply, task: Task, cloud: boolean): Promise<void> {
  const view = await viewTask(task, reply.client)
  const kept = readVideoPayload(task.payload).operations.flatMap((operation) => operation.kept ?? [])
  const parts: Part[] = []
  const videos = (view.urls ?? []).map((uri, index): OperationVideo => {
    const video = kept[index]
    if (!cloud || video?.name === undefined || video.size > reply.client.gateway.videoBytes || video.expiresAt <= Date.now()) return { uri }
    const mark = randomUUID()
    parts.push({ mark, name: video.name, size: video.size })
    return { uri, bytes: mark }
  })
  const document = encodeOperation(view, videos, cloud)
  if (reply.ended) return
  if (parts.length === 0) return answerJson(reply, document)
  await write(reply, JSON.stringify(document), parts)
}

async function write(reply: Reply, text: string, parts: readonly Part[]): Promise<void> {
  const { gateway } = reply.client
  const marks = parts.reduce((sum, { mark, size }) => sum + 4 * Math.ceil(size / 3) - mark.length, 0)
  const length = Buffer.byteLength(text) + marks
  const headers = { ...answerHeaders(reply), 'content-type': 'application/json', 'content-length': length, 'cache-control': 'no-store' }
  await writePieces(reply, headers, async function* pieces() {
    let rest = text
    for (const { mark, name } of parts) {
      const [before = '', after = ''] = rest.split(mark)
      yield before
      yield* readAgain(gateway, name)
      rest = after
    }
    yield rest
  })
}
