import { isJsonObject, pointer, type Context, type FieldPointers, type JsonObject, type Pointer, type WireReply } from '@interlingua/core'
import { putOwn, type Draft } from '@interlingua/core/adapter'
import { checkCount } from '../check-count.ts'
import type { EmbedDecodeState } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { sumOfTokens } from '../sum-of-tokens.ts'
import { putExtension, without } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireVertexEmbedResponse, WireVertexPrediction } from './wire.ts'

const fields: FieldPointers = { embeddings: '/predictions' }
const keys = new Set(['predictions'])

/** Usage is the sum of the statistics, if all are given. */
export function decodeResponse({ body }: WireReply<WireVertexEmbedResponse>, _context: Context, sent?: EmbedDecodeState): EmbedResponse {
  const { predictions } = body
  checkCount(format, predictions.length, '/predictions', sent)
  const embeddings = predictions.map((prediction, index) => decodePrediction(prediction, pointer('/predictions', index)))
  const response: Draft<EmbedResponse> = { embeddings, at: '', fields }
  const total = sumOfTokens(embeddings)
  if (total !== undefined) response.usage = { input: { total, fresh: total }, output: {}, at: '/predictions' }
  putExtension(response, format, without(body, keys), { own: true })
  return response
}

const itemFields: FieldPointers = {
  vector: '/embeddings/values',
  tokens: '/embeddings/statistics/token_count',
  truncated: '/embeddings/statistics/truncated',
}
const predictionKeys = new Set(['embeddings'])
const embeddingKeys = new Set(['values', 'statistics'])

function decodePrediction(wire: WireVertexPrediction, at: Pointer): Embedding {
  const { statistics } = wire.embeddings
  const node: Draft<Embedding> = { vector: { type: 'floats', values: wire.embeddings.values }, at, fields: itemFields }
  const rest = without(wire, predictionKeys) ?? {}
  const inner = without(wire.embeddings, embeddingKeys) ?? {}
  if (isJsonObject(statistics)) {
    const left = decodeStatistics(statistics, node)
    if (left) putOwn(inner, 'statistics', left)
  } else if (statistics !== undefined) putOwn(inner, 'statistics', statistics)
  if (Object.keys(inner).length > 0) putOwn(rest, 'embeddings', inner)
  putExtension(node, format, rest, undefined)
  return node
}

/** Rest of the statistics; an empty object if they were empty. */
function decodeStatistics(wire: JsonObject, node: Draft<Embedding>): JsonObject | undefined {
  const read = new Set<string>()
  if (typeof wire['token_count'] === 'number') {
    node.tokens = wire['token_count']
    read.add('token_count')
  }
  if (typeof wire['truncated'] === 'boolean') {
    node.truncated = wire['truncated']
    read.add('truncated')
  }
  return without(wire, read) ?? (read.size === 0 ? {} : undefined)
}
