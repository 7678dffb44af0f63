import { vertexPredict } from '@interlingua/embeddings'
import type { EndpointFacts } from '../endpoint-facts.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import type { EmbedStyle } from './embed-style.ts'
import { readPathModel } from './read-path-model.ts'
import { serveEmbed } from './serve-embed.ts'

/** `models/{model}:predict` with texts. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
const predictStyle: EmbedStyle = {
  adapter: vertexPredict,
  readModel: readPathModel,
  settings: () => ({}),
  tellsUsage: () => false,
}

const serve = serveEmbed(predictStyle)
/** Metrics are counted by endpoint: each has one other, not one for each request. */
const others = new WeakMap<EndpointFacts, EndpointFacts>()

/** `:predict` with texts: what is done there shows in the body alone. */
export function serveEmbedPredict(exchange: Exchange, parsed: ParsedBody): void {
  const { endpoint } = exchange
  if (endpoint) exchange.endpoint = otherOf(endpoint)
  serve(exchange, parsed)
}

function otherOf(endpoint: EndpointFacts): EndpointFacts {
  let other = others.get(endpoint)
  if (other === undefined) others.set(endpoint, (other = { ...endpoint, operation: 'embed', dialect: predictStyle.adapter.format }))
  return other
}
