import { imagenPredict, openaiImages } from '@interlingua/images'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Formats } from '../create-formats.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readBody } from '../requests/read-body.ts'
import { withBody } from '../requests/with-body.ts'
import { readImageMessage } from './read-image-message.ts'
import { servePredict } from './serve-predict.ts'
import { serveImages } from './serve-images.ts'

/** Images as OpenAI's clients ask for them, and as those of Imagen do. */
export function imageEndpoints(formats: Formats): readonly Endpoint[] {
  const image = { method: 'POST', access: 'key', operation: 'image', metered: true } as const
  const openai = { ...image, edge: formats.ofVendor('openai'), dialect: openaiImages.format, serve }
  return [
    { ...openai, path: '/v1/images/generations' },
    { ...openai, path: '/v1/images/edits' },
    {
      ...image,
      path: '/v1beta/models/{model}:predict',
      also: ['/v1/models/{model}:predict'],
      edge: formats.ofVendor('google'),
      dialect: imagenPredict.format,
      serve: withBody(servePredict),
    },
  ]
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
