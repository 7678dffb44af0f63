import { isJsonObject, pointer, type Context, type FieldPointers, type JsonObject, type Pointer, type WireReply } from '@interlingua/core'
import { putOwn, type Draft } from '@interlingua/core/adapter'
import { checkCount } from '../check-count.ts'
import type { EmbedDecodeState } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { sumOfTokens } from '../sum-of-tokens.ts'
import { putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import { decodePlainUsage, decodeUsage } from './usage.ts'
import type { WireGeminiEmbedding, WireGeminiEmbedResponse } from './wire.ts'

const batchFields: FieldPointers = { embeddings: '/embeddings' }
const singleFields: FieldPointers = { embeddings: '/embedding' }
const truncatedFields: FieldPointers = { ...singleFields, 'embeddings.truncated': '/truncated' }

/** Hints: `shape`, single or batch; `usage: 'metadata'`, where usage stands there; `truncated`, where the single answer says it. */
export function decodeResponse({ body }: WireReply<WireGeminiEmbedResponse>, _context: Context, sent?: EmbedDecodeState): EmbedResponse {
  const { embeddings: list, embedding: only, usageMetadata, metadata, truncated } = body
  const single = list === undefined
  const items = list ?? (only ? [only] : [])
  checkCount(format, items.length, single ? '/embedding' : '/embeddings', sent)
  const embeddings = items.map((item, index) => decodeItem(item, single ? '/embedding' : pointer('/embeddings', index)))
  const response: Draft<EmbedResponse> = { embeddings, at: '', fields: single ? singleFields : batchFields }
  const hint: JsonDraft = { shape: single ? 'single' : 'batch' }
  const read = new Set([single ? 'embedding' : 'embeddings'])
  const [first] = embeddings
  if (single && first && typeof truncated === 'boolean' && first.truncated === undefined) {
    response.embeddings = [{ ...first, truncated, fields: fieldsWithoutTruncated }]
    response.fields = truncatedFields
    hint['truncated'] = true
    read.add('truncated')
  }
  if (isJsonObject(usageMetadata)) {
    response.usage = decodeUsage(usageMetadata)
    read.add('usageMetadata')
  }
  const plain = single && isJsonObject(metadata) ? decodePlainUsage(metadata['usage'], response.usage) : undefined
  const rest = without(body, plain ? new Set([...read, 'metadata']) : read) ?? {}
  if (plain && isJsonObject(metadata)) {
    response.usage ??= plain
    hint['metadata'] = true
    const left = without(metadata, new Set(['usage']))
    if (left) putOwn(rest, 'metadata', left)
    if (response.usage === plain) hint['usage'] = 'metadata'
  }
  const sum = response.usage === undefined ? sumOfTokens(embeddings) : undefined
  if (sum !== undefined) {
    response.usage = { input: { total: sum, fresh: sum }, output: {}, at: single ? '/embedding' : '/embeddings' }
    hint['usage'] = 'statistics'
  }
  putExtension(response, format, rest, hint)
  return response
}

const fieldsWithoutTruncated: FieldPointers = { vector: '/values', tokens: '/statistics/tokenCount' }
const itemFields: FieldPointers = { ...fieldsWithoutTruncated, truncated: '/statistics/truncated' }
const itemKeys = new Set(['values', 'statistics'])

function decodeItem(item: WireGeminiEmbedding, at: Pointer): Embedding {
  const { statistics } = item
  const node: Draft<Embedding> = { vector: { type: 'floats', values: item.values }, at, fields: itemFields }
  const rest = without(item, itemKeys) ?? {}
  if (statistics !== undefined && statistics !== null) {
    const left = isJsonObject(statistics) ? decodeStatistics(statistics, node) : statistics
    if (left !== undefined) putOwn(rest, 'statistics', left)
  }
  putExtension(node, format, rest, undefined)
  return node
}

/** Rest of the statistics; an empty object if they were empty. */
function decodeStatistics(wire: JsonObject, node: Draft<Embedding>): JsonObject | undefined {
  const read = new Set<string>()
  if (typeof wire['tokenCount'] === 'number') {
    node.tokens = wire['tokenCount']
    read.add('tokenCount')
  }
  if (typeof wire['truncated'] === 'boolean') {
    node.truncated = wire['truncated']
    read.add('truncated')
  }
  return without(wire, read) ?? (read.size === 0 ? {} : undefined)
}
