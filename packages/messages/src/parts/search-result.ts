import type { JsonObject, OpaquePart, Pointer, SearchResultPart, TextPart } from '@interlingua/core'
import { addRest, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeCitable, encodeCitable } from './document.ts'
import { decodeOpaque } from './opaque.ts'
import { partFields } from './part-fields.ts'

/** A `search_result` block that the caller sends. https://platform.claude.com/docs/en/build-with-claude/search-results */
export function decodeSearchResult(wire: JsonObject, at: Pointer, scope: DecodeScope): SearchResultPart | OpaquePart {
  const { source, title, content } = wire
  if (typeof source !== 'string' || typeof title !== 'string' || !Array.isArray(content)) return decodeOpaque(wire, at)
  const parts = scope.blocks(content, `${at}/content`)
  if (!parts.every((part): part is TextPart => part.type === 'text')) return decodeOpaque(wire, at)
  const part: Draft<SearchResultPart> = { type: 'search-result', url: source, title, parts, at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'source' || key === 'title' || key === 'content' || value === undefined) continue
    if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'citations') rest = decodeCitable(part, value, rest)
    else rest = keep(rest, key, value)
  }
  if (rest !== undefined) part.extensions = { messages: { rest } }
  return part
}

export function encodeSearchResult(part: SearchResultPart, scope: EncodeScope): WireBlock {
  const wire: JsonDraft & { type: string } = {
    type: 'search_result',
    source: part.url,
    title: part.title,
    content: scope.blocks(part.parts),
  }
  if (part.citable !== undefined) wire.citations = encodeCitable(part, part.citable)
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
