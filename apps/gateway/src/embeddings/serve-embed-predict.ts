import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { predictStyle } from './predict-style.ts'
import { serveEmbed } from './serve-embed.ts'

const serve = serveEmbed(predictStyle)

/** `:predict` with texts: what is done there shows in the body alone. */
export function serveEmbedPredict(exchange: Exchange, parsed: ParsedBody): void {
  const { endpoint } = exchange
  if (endpoint) exchange.endpoint = { ...endpoint, operation: 'embed', dialect: predictStyle.adapter.format }
  serve(exchange, parsed)
}
