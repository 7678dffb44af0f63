import type { CompactionPart, JsonObject, Pointer } from '@interlingua/core'
import { addRest, extensionOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { partFields } from './part-fields.ts'

/** Decodes a `compaction` block: a summary, sealed if the server encrypts it. */
export function decodeCompaction(wire: JsonObject, at: Pointer): CompactionPart {
  const part: Draft<CompactionPart> = { type: 'compaction', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'content' && typeof value === 'string') part.text = value
    else if (key === 'encrypted_content' && typeof value === 'string') part.seal = { format: 'messages', data: value }
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, { type: 'compaction' })
  if (extensions) part.extensions = extensions
  return part
}

export function encodeCompaction(part: CompactionPart): WireBlock {
  const wire: JsonDraft & { type: string } = { type: 'compaction' }
  if (part.text !== undefined) wire.content = part.text
  if (part.seal?.format === 'messages') wire.encrypted_content = part.seal.data
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
