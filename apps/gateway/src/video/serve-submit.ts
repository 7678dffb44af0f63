import type { JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readBody } from '../requests/read-body.ts'
import { readWish } from './read-wish.ts'
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
