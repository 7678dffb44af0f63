import { parseJson, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readForm } from '../images/read-form.ts'
import { parseBody } from '../requests/parse-body.ts'
import { readBody } from '../requests/read-body.ts'
import { scanBody } from '../requests/scan-body.ts'
import { submitRequest } from './submit-request.ts'
import { refuseWish } from './video-errors.ts'
import { ownStyle, type VideoStyle } from './video-style.ts'

/** `POST /v1/video/generations`. */
export const serveSubmit = serveSubmitted(ownStyle)

/** A request for a video whose body, JSON or a form, names the model. `complete` adds what stands elsewhere. */
export function serveSubmitted(
  style: VideoStyle,
  complete: (body: JsonObject) => JsonObject = (body) => body,
): (exchange: Exchange) => void {
  return (exchange) =>
    readVideoBody(exchange, async (read) => {
      const body = complete(read)
      const { model } = body
      if (model === undefined || model === null || model === '') return answerFailure(exchange, missingModel)
      if (typeof model !== 'string') return answerFailure(exchange, refuseWish('model must be a text', '/model', 'invalid_value'))
      await submitRequest(exchange, model, body, style)
    })
}

/** Reads the body, which may hold images, before `serve`. */
export function readVideoBody(exchange: Exchange, serve: (body: JsonObject) => Promise<void>): void {
  readBody(exchange.request, exchange.gateway.imageBytes, (bytes) => {
    if (exchange.over) return
    if (!Buffer.isBuffer(bytes)) return answerFailure(exchange, bytes)
    void guardAsync(exchange, async () => {
      const read = await readWish(exchange, bytes)
      if (exchange.over) return
      if ('failure' in read) return answerFailure(exchange, read)
      await serve(read.body)
    })
  })
}

const missingModel = refuseWish('model is required', '/model', 'missing_model')

/** The body of a wish: JSON, or a form with the same names, in which `metadata` is JSON as text. */
async function readWish({ request, gateway }: Exchange, bytes: Buffer): Promise<{ readonly body: JsonObject } | Fault> {
  const { headers } = request
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/form-data') === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, gateway.bodyLimits)
  if ('failure' in read) return read
  const { metadata } = read.body
  if (!isForm || typeof metadata !== 'string') return { body: read.body }
  const excess = scanBody(Buffer.from(metadata), gateway.bodyLimits)
  return excess ?? { body: { ...read.body, metadata: parseJson(metadata) ?? metadata } }
}
