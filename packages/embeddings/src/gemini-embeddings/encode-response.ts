import { pointer, type Context, type JsonObject, type WireReply } from '@interlingua/core'
import type { EmbedAsked } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { notice } from '../notices.ts'
import { numbersOfVector } from '../vector/numbers-of-vector.ts'
import { addRest, hintOf, type Bag } from '../wire-object.ts'
import { format } from './format.ts'
import { reporter } from './lower-request.ts'
import { encodeUsage, tokensOf } from './usage.ts'
import type { WireGeminiEmbedResponse } from './wire.ts'

/**
 * A single answer or a batch, as `asked` came; without a request, as the answer came. A single answer tells its usage in `metadata` too,
 * where clients of ours look for it. Throws a `WireError` where a vector's base64 holds what is no number.
 */
export function encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedAsked): WireReply<WireGeminiEmbedResponse> {
  reporter.response(response, context)
  const { embeddings, usage } = response
  const { shape, usage: source, metadata, truncated: onTop } = hintOf(response, format)
  const request = asked?.request
  const [first] = embeddings
  const single = (request ? hintOf(request, format)['method'] === 'embedContent' : shape === 'single') && embeddings.length === 1
  const wire: Bag = {}
  if (single && first) {
    wire['embedding'] = encodeItem(first, 0, onTop === true)
    if (onTop === true && first.truncated !== undefined) wire['truncated'] = first.truncated
  } else wire['embeddings'] = embeddings.map((embedding, index) => encodeItem(embedding, index, false))
  if (usage && source === undefined) wire['usageMetadata'] = encodeUsage(usage)
  if (single && (request || metadata === true || shape === undefined)) {
    if (usage === undefined) context.onNotice(notice('usage-unknown', pointer(response.at ?? '', 'metadata')))
    const tokens = usage ? tokensOf(usage) : 0
    wire['metadata'] = { usage: { prompt_tokens: tokens, total_tokens: tokens } }
  }
  const body = addRest(wire, response, format) as WireGeminiEmbedResponse // nothing in it is required
  return { status: 200, headers: {}, body }
}

function encodeItem(embedding: Embedding, index: number, bare: boolean): JsonObject {
  const { vector, tokens, truncated } = embedding
  const wire: Bag = { values: numbersOfVector(format, vector, embedding.at ?? pointer('/embeddings', index)) }
  const statistics: Bag = {}
  if (tokens !== undefined) statistics['tokenCount'] = tokens
  if (truncated !== undefined && !bare) statistics['truncated'] = truncated
  if (Object.keys(statistics).length > 0) wire['statistics'] = statistics
  return addRest(wire, embedding, format)
}
