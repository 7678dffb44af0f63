import {
  pointer,
  WireError,
  type Context,
  type FieldPointers,
  type Json,
  type JsonObject,
  type Usage,
  type WireReply,
} from '@interlingua/core'
import { inputFromTotal, type Draft } from '@interlingua/core/adapter'
import { checkCount } from '../check-count.ts'
import type { EmbedDecodeState } from '../embed-adapter.ts'
import type { Embedding, EmbedResponse } from '../embed-response.ts'
import { putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireOpenaiEmbedding, WireOpenaiEmbedResponse } from './wire.ts'

const read = new Set(['object', 'data', 'model', 'usage'])
const readWithoutObject = new Set(['data', 'model', 'usage'])
const fields: FieldPointers = { embeddings: '/data' }

/**
 * Decodes vectors in the order of `index`, if the items have one. A hint named like a key, with the value `own`, says that this server
 * omits the key or spells it otherwise; the spelling is then in `rest`.
 */
export function decodeResponse({ body }: WireReply<WireOpenaiEmbedResponse>, _context: Context, sent?: EmbedDecodeState): EmbedResponse {
  const { data, model, usage, object } = body
  checkCount(format, data.length, '/data', sent)
  const response: Draft<EmbedResponse> = { embeddings: inOrder(data), at: '', fields }
  if (typeof model === 'string') response.model = model
  if (usage) response.usage = decodeUsage(usage)
  const listed = object === 'list'
  putExtension(response, format, without(body, listed ? read : readWithoutObject), { object: listed ? 'list' : 'own' })
  return response
}

function inOrder(data: readonly WireOpenaiEmbedding[]): readonly Embedding[] {
  const embeddings = data.map(decodeItem)
  if (data.every(({ index }, place) => index === place || typeof index !== 'number')) return embeddings
  const ordered = new Map<number, Embedding>()
  for (const [place, embedding] of embeddings.entries()) {
    const index = data[place]?.index
    const fits = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < data.length
    if (!fits || ordered.has(index))
      throw new WireError(format, pointer('/data', place, 'index'), 'must be the place of an input that no other item has')
    ordered.set(index, embedding)
  }
  return embeddings.map((embedding, index) => ordered.get(index) ?? embedding)
}

const itemRead = new Set(['object', 'index', 'embedding'])
const itemFields: FieldPointers = { vector: '/embedding' }

function decodeItem(item: WireOpenaiEmbedding, place: number): Embedding {
  const { embedding, object, index } = item
  const node: Draft<Embedding> = {
    vector: typeof embedding === 'string' ? { type: 'base64', data: embedding } : { type: 'floats', values: embedding },
    at: pointer('/data', place),
    fields: itemFields,
  }
  const hint: JsonDraft = {}
  let known = itemRead
  if (object !== 'embedding') {
    hint['object'] = 'own'
    known = new Set([...known].filter((key) => key !== 'object'))
  }
  if (typeof index !== 'number') {
    hint['index'] = 'own'
    known = new Set([...known].filter((key) => key !== 'index'))
  }
  putExtension(node, format, without(item, known), hint)
  return node
}

const counts = new Set(['prompt_tokens', 'total_tokens'])
const promptAlone = new Set(['prompt_tokens'])
const usageFields: FieldPointers = { 'input.total': '/prompt_tokens', 'input.fresh': '/prompt_tokens' }

/** Embeddings have input tokens only, so a server that gives one of the two counts gives both. */
function decodeUsage(wire: JsonObject): Usage {
  const [prompt, total] = [numberOf(wire['prompt_tokens']), numberOf(wire['total_tokens'])]
  const count = prompt ?? total
  const usage: Draft<Usage> = {
    input: count === undefined ? {} : inputFromTotal({ total: count }),
    output: {},
    at: '/usage',
    fields: usageFields,
    raw: wire,
  }
  const hint: JsonDraft = {}
  if (prompt === undefined) hint['prompt_tokens'] = 'own'
  if (total === undefined || total !== count) hint['total_tokens'] = 'own'
  putExtension(usage, format, without(wire, total === count ? counts : promptAlone), hint)
  return usage
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}
