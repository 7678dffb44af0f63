import { decodeVeoVideo, encodeOperation, geminiVeo, type OperationVideo } from '@interlingua/video'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { answerFailure } from '../../answers/answer-failure.ts'
import { answerHeaders } from '../../answers/answer-headers.ts'
import { answerJson } from '../../answers/answer-json.ts'
import { finishExchange } from '../../answers/finish-exchange.ts'
import type { Formats } from '../../create-formats.ts'
import type { Endpoint, Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import type { ParsedBody } from '../../requests/parse-body.ts'
import { withBody } from '../../requests/with-body.ts'
import type { Task } from '../../tasks/task.ts'
import { encodeBase64 } from '../encode-base64.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoBody } from '../serve-submit.ts'
import { submitRequest } from '../submit-request.ts'
import { readVideoPayload } from '../video-documents.ts'
import { viewTask } from '../view-task.ts'

/** The tasks of videos as long-running operations, as Google's clients ask for them. https://ai.google.dev/gemini-api/docs/video */
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

/** `POST models/{model}:predictLongRunning`. */
function predictLongRunning(exchange: Exchange): void {
  const { model = '' } = exchange.params
  readVideoBody(exchange, (body) =>
    submitRequest(exchange, model, body, {
      format: geminiVeo.format,
      decode: (said, known, context) => decodeVeoVideo(said, model, known, context),
      encode: (task) => encodeOperation(task, [], false),
    }),
  )
}

/** `GET models/{model}/operations/{id}`, as the Gemini API has it. */
function getOperation(exchange: Exchange, { operation = '' }: Parameters): void {
  serveOperation(exchange, operation, false)
}

/** `POST models/{model}:fetchPredictOperation`, as Google's cloud has it. */
function fetchOperation(exchange: Exchange, { body }: ParsedBody): void {
  const { operationName: name } = body
  if (typeof name !== 'string' || name === '')
    return answerFailure(exchange, invalidRequest('the name of an operation is required', '/operationName'))
  serveOperation(exchange, name.slice(name.lastIndexOf('/') + 1), true)
}

function serveOperation(exchange: Exchange, id: string, cloud: boolean): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    await sendOperation(exchange, task, cloud)
  })
}

/** A file that is written into the document in place of its mark. */
interface Part {
  readonly mark: string
  readonly name: string
  readonly size: number
}

/**
 * A task as an operation. Clients of the cloud get the bytes of what is kept here within the document, written as they are read, since they can
 * save nothing else; all others, and for files that are too large, addresses.
 */
async function sendOperation(exchange: Exchange, task: Task, cloud: boolean): Promise<void> {
  const view = await viewTask(task, exchange)
  const kept = readVideoPayload(task.payload).operations.flatMap((operation) => operation.kept ?? [])
  const parts: Part[] = []
  const videos = (view.urls ?? []).map((uri, index): OperationVideo => {
    const video = kept[index]
    if (!cloud || video?.name === undefined || video.size > exchange.gateway.videoBytes || video.expiresAt <= Date.now()) return { uri }
    const mark = randomUUID()
    parts.push({ mark, name: video.name, size: video.size })
    return { uri, bytes: mark }
  })
  const document = encodeOperation(view, videos, cloud)
  if (exchange.over) return
  if (parts.length === 0) return answerJson(exchange, document)
  await write(exchange, JSON.stringify(document), parts)
}

async function write(exchange: Exchange, text: string, parts: readonly Part[]): Promise<void> {
  const { response, gateway } = exchange
  const marks = parts.reduce((sum, { mark, size }) => sum + 4 * Math.ceil(size / 3) - mark.length, 0)
  const length = Buffer.byteLength(text) + marks
  response.writeHead(200, {
    ...answerHeaders(exchange),
    'content-type': 'application/json',
    'content-length': length,
    'cache-control': 'no-store',
  })
  try {
    await pipeline(
      async function* pieces() {
        let rest = text
        for (const { mark, name } of parts) {
          const [before = '', after = ''] = rest.split(mark)
          yield before
          const file = await gateway.results.find(name)
          if (file === undefined) throw new Error('it expired in the middle of a download')
          yield* encodeBase64(await file.read())
          rest = after
        }
        yield rest
      },
      response,
      { end: false },
    )
  } catch {
    // As with downloads: whoever has not got all must not take it for all.
    if (!exchange.over) gateway.log.write('error', 'results', { problem: 'the storage of results broke off in the middle of one' })
    finishExchange(exchange, 'server')
    return void response.destroy()
  }
  finishExchange(exchange, 'ok', () => response.end())
}
