import { imagenPredict, openaiImages } from '@interlingua/images'
import { answerFailure } from '../answers/answer-failure.ts'
import { doors } from '../doors/doors.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readBody } from '../requests/read-body.ts'
import { withBody } from '../requests/with-body.ts'
import { readImageMessage } from './read-image-message.ts'
import { servePredict } from './serve-predict.ts'
import { serveImages } from './serve-images.ts'

const image = {
  method: 'POST',
  door: doors.chat,
  dialect: openaiImages.format,
  access: 'key',
  operation: 'image',
  metered: true,
  serve,
} as const

export const imageEndpoints: readonly Endpoint[] = [
  { ...image, path: '/v1/images/generations' },
  { ...image, path: '/v1/images/edits' },
]

/** A method of a native model. */
export const predictEndpoint: Endpoint = {
  ...image,
  path: '/v1beta/models/{model}:predict',
  door: doors.contents,
  dialect: imagenPredict.format,
  serve: withBody(servePredict),
}

function serve(exchange: Exchange): void {
  readBody(exchange.request, exchange.gateway.imageBytes, (bytes) => {
    if (exchange.over) return
    if (!Buffer.isBuffer(bytes)) return answerFailure(exchange, bytes)
    void guardAsync(exchange, async () => {
      const message = await readImageMessage(exchange, bytes)
      if (exchange.over) return
      if ('failure' in message) answerFailure(exchange, message)
      else serveImages(exchange, openaiImages, 'image', message)
    })
  })
}
