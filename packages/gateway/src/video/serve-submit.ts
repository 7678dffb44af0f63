import { parseJson, type JsonObject } from '@interlingua/core'
import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'
import type { Reply } from '../server/reply.ts'
import type { FailureReply, ServeResult } from '@interlingua/gateway-kernel'
import { readForm } from '../images/form.ts'
import { parseBody, scanBody } from '../body/parse-body.ts'
import { withBytes } from '../reply/read-body.ts'
import { submitRequest } from './submit-video.ts'
import { refuseRequest } from './failures.ts'
import { ownStyle, type VideoStyle } from './video-attempt.ts'

/** Serves `POST /v1/video/generations`. */
export const serveSubmit = serveSubmitted(ownStyle)

/** Serves a request for a video whose body, JSON or a form, names the model. `complete` adds fields from elsewhere. */
export function serveSubmitted(
  style: VideoStyle,
  complete: (body: JsonObject) => JsonObject = (body) => body,
): (admitted: AdmittedRequest, reply: Reply) => void {
  return (admitted, reply) =>
    readVideoBody(reply, async (read) => {
      const body = complete(read)
      const { model } = body
      if (model === undefined || model === null || model === '') return missingModel
      if (typeof model !== 'string') return refuseRequest('model must be a text', '/model', 'invalid_value')
      return submitRequest(admitted, reply, model, body, style)
    })
}

/** Reads the body, which may hold images, before `serve`. */
export function readVideoBody(reply: Reply, serve: (body: JsonObject) => ServeResult): void {
  withBytes(reply, reply.client.gateway.imageBytes, async (bytes) => {
    const read = await readVideoRequest(reply.client, bytes)
    if (reply.ended) return
    return 'failure' in read ? read : serve(read.body)
  })
}

const missingModel = refuseRequest('model is required', '/model', 'missing_model')

/** Reads the body: JSON, or a form with the same names, in which `metadata` is JSON as text. */
async function readVideoRequest(
  { incoming: request, gateway }: ClientRequest,
  bytes: Buffer,
): Promise<{ readonly body: JsonObject } | FailureReply> {
  const { headers } = request
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/form-data') === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, gateway.bodyLimits)
  if ('failure' in read) return read
  const { metadata } = read.body
  if (!isForm || typeof metadata !== 'string') return { body: read.body }
  const excess = scanBody(Buffer.from(metadata), gateway.bodyLimits)
  return excess ?? { body: { ...read.body, metadata: parseJson(metadata) ?? metadata } }
}
