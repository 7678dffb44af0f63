import type { WireMessage } from '@interlingua/core'
import { imagenPredict, openaiImages } from '@interlingua/images'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Formats } from '../create-formats.ts'
import { isEmbedPredict } from '../embeddings/is-embed-predict.ts'
import { serveEmbedPredict } from '../embeddings/serve-embed-predict.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { parseBody, type ParsedBody } from '../requests/parse-body.ts'
import { readBody } from '../requests/read-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { withBody } from '../requests/with-body.ts'
import { readForm } from './read-form.ts'
import { serveImages } from './serve-images.ts'

const formType = 'multipart/form-data'

/** A request of images as a message, from a body of JSON or, where the content type says so, from a form. */
async function readImageMessage(exchange: Exchange, bytes: Buffer): Promise<WireMessage<unknown> | Fault> {
  const { headers } = exchange.request
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith(formType) === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, exchange.gateway.bodyLimits)
  if ('failure' in read) return read
  const message = readMessage(exchange, read.body)
  return isForm ? { ...message, headers: { ...message.headers, 'content-type': formType } } : message
}

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

/** `models/{model}:predict`: images, by any upstream that makes some; embeddings where the instances are texts to embed. */
function servePredict(exchange: Exchange, parsed: ParsedBody): void {
  if (isEmbedPredict(parsed.body)) return serveEmbedPredict(exchange, parsed)
  serveImages(exchange, imagenPredict, 'predict', readMessage(exchange, parsed.body))
}
