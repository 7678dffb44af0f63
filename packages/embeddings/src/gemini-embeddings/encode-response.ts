import { pointer, type Context, type JsonObject, type WireReply } from '@interlingua/core'
import type { EmbedEncodeState } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { notice } from '../notices.ts'
import { numbersOfVector } from '../vector/numbers-of-vector.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { reporter } from './lower-request.ts'
import { encodeUsage, tokensOf } from './usage.ts'
import type { WireGeminiEmbedResponse } from './wire.ts'

/**
 * Encodes a single response or a batch, as the client asked; without a request, as the upstream responded. A single response has its usage
 * in `metadata` too, where clients of this project look for it; throws a `WireError` if a vector's base64 holds a value that is no number.
 */
export function encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedEncodeState): WireReply<WireGeminiEmbedResponse> {
  reporter.response(response, context)
  const { embeddings, usage } = response
  const { shape, usage: source, metadata, truncated: onTop } = hintOf(response, format)
  const request = asked?.request
  const [first] = embeddings
  const single = (request ? hintOf(request, format)['method'] === 'embedContent' : shape === 'single') && embeddings.length === 1
  const wire: JsonDraft = {}
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
  const wire: JsonDraft = { values: numbersOfVector(format, vector, embedding.at ?? pointer('/embeddings', index)) }
  const statistics: JsonDraft = {}
  if (tokens !== undefined) statistics['tokenCount'] = tokens
  if (truncated !== undefined && !bare) statistics['truncated'] = truncated
  if (Object.keys(statistics).length > 0) wire['statistics'] = statistics
  return addRest(wire, embedding, format)
}
