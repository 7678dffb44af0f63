import { imagenPredict } from '@interlingua/images'
import { isEmbedPredict } from '../embeddings/is-embed-predict.ts'
import { serveEmbedPredict } from '../embeddings/serve-embed-predict.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { serveImages } from './serve-images.ts'

/** `models/{model}:predict`: images, by any upstream that makes some; embeddings where the instances are texts to embed. */
export function servePredict(exchange: Exchange, parsed: ParsedBody): void {
  if (isEmbedPredict(parsed.body)) return serveEmbedPredict(exchange, parsed)
  serveImages(exchange, imagenPredict, 'predict', readMessage(exchange, parsed.body))
}
