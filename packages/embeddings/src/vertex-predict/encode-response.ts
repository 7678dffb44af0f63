import { pointer, type Context, type JsonObject, type WireReply } from '@interlingua/core'
import type { EmbedEncodeState } from '../embed-adapter.ts'
import type { EmbedRequest } from '../embed-request.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { notice } from '../notices.ts'
import { sumOfTokens } from '../sum-of-tokens.ts'
import { numbersOfVector } from '../vector/numbers-of-vector.ts'
import { addRest, hintOf, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { reporter } from './lower-request.ts'
import type { WireVertexEmbedResponse } from './wire.ts'

/**
 * Encodes with tokens for each input: if only their sum is known, it is divided by the length of the texts. Throws a `WireError` if a
 * vector's base64 holds a value that is no number.
 */
export function encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedEncodeState): WireReply<WireVertexEmbedResponse> {
  reporter.response(response, context)
  const own = hintOf(response, format)['own'] === true
  const shares = own && asked?.request === undefined ? undefined : sharesOf(response, context, asked?.request)
  const wire: JsonDraft = {
    predictions: response.embeddings.map((embedding, index) => encodePrediction(embedding, index, shares?.[index])),
  }
  const body = addRest(wire, response, format) as WireVertexEmbedResponse // the predictions are there
  return { status: 200, headers: {}, body }
}

function encodePrediction(embedding: Embedding, index: number, share: number | undefined): JsonObject {
  const { vector, tokens = share, truncated } = embedding
  const inner: JsonDraft = { values: numbersOfVector(format, vector, embedding.at ?? pointer('/embeddings', index)) }
  const statistics: JsonDraft = {}
  if (tokens !== undefined) statistics['token_count'] = tokens
  if (truncated !== undefined) statistics['truncated'] = truncated
  if (Object.keys(statistics).length > 0) inner['statistics'] = statistics
  return addRest({ embeddings: inner }, embedding, format)
}

/** Tokens of each input, estimated where some are unknown; `undefined` if nothing is known. */
function sharesOf(response: EmbedResponse, context: Context, request: EmbedRequest | undefined): readonly number[] | undefined {
  const { embeddings, usage } = response
  const at = usage?.at ?? pointer(response.at ?? '', 'usage')
  const total = usage && (usage.input.total ?? usage.input.fresh)
  const sum = sumOfTokens(embeddings)
  if (sum !== undefined && total !== undefined && sum !== total) context.onNotice(notice('usage-detail', at))
  if (embeddings.length === 0 || sum !== undefined) return undefined
  if (total === undefined) {
    context.onNotice(notice('usage-unknown', at))
    return embeddings.map(() => 0)
  }
  if (embeddings.length > 1) context.onNotice(notice('token-share', at))
  const known = embeddings.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
  return shareOut(
    Math.max(0, total - known),
    embeddings.map(({ tokens }, index) => (tokens === undefined ? 1 + lengthOf(request, index) : 0)),
  )
}

/** Divides `total` into whole numbers in proportion to `weights`, keeping the sum. */
function shareOut(total: number, weights: readonly number[]): readonly number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    const share = Math.floor((total * weighed) / whole) - given
    given += share
    return share
  })
}

function lengthOf(request: EmbedRequest | undefined, index: number): number {
  let length = 0
  for (const part of request?.inputs[index]?.parts ?? []) if (part.type === 'text') length += part.text.length
  return length
}
