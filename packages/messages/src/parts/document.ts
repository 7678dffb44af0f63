import { isJsonObject } from '@interlingua/core'
import type { DocumentPart, JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, nestedRest, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeOpaque } from './opaque.ts'
import { decodeSource, encodeSource } from './source.ts'
import { partFields } from './part-fields.ts'

/** A `document` block. https://platform.claude.com/docs/en/build-with-claude/pdf-support */
export function decodeDocument(wire: JsonObject, at: Pointer, scope: DecodeScope): DocumentPart | OpaquePart {
  const decoded = decodeSource(wire.source, `${at}/source`, scope)
  if (decoded === undefined) return decodeOpaque(wire, at)
  const part: Draft<DocumentPart> = { type: 'document', source: decoded.source, at, fields: partFields }
  let rest: JsonDraft | undefined = decoded.rest && keep(undefined, 'source', decoded.rest)
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'source' || value === undefined) continue
    if (key === 'title' && typeof value === 'string') part.title = value
    else if (key === 'context' && typeof value === 'string') part.context = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'citations') rest = decodeCitable(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, decoded.contentString && { content: 'string' })
  if (extensions) part.extensions = extensions
  return part
}

export function encodeDocument(part: DocumentPart, scope: EncodeScope): WireBlock {
  const wire: JsonDraft & { type: string } = {
    type: 'document',
    source: encodeSource(part.source, nestedRest(part, 'source'), hintOf(part).content === 'string', scope),
  }
  if (part.title !== undefined) wire.title = part.title
  if (part.context !== undefined) wire.context = part.context
  if (part.citable !== undefined) wire.citations = encodeCitable(part, part.citable)
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}

/** Reads `citations: { enabled }`; other members stay in `rest`. */
export function decodeCitable(part: { citable?: boolean }, value: JsonObject[string], rest: JsonDraft | undefined): JsonDraft | undefined {
  if (!isJsonObject(value) || typeof value.enabled !== 'boolean') return keep(rest, 'citations', value)
  part.citable = value.enabled
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (key !== 'enabled' && item !== undefined) extra = keep(extra, key, item)
  }
  return extra === undefined ? rest : keep(rest, 'citations', extra)
}

export function encodeCitable(part: Pick<DocumentPart, 'extensions'>, enabled: boolean): JsonObject {
  return addRest({ enabled }, nestedRest(part, 'citations'))
}
