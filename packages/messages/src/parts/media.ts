import type { JsonObject, MediaPart, OpaquePart, Pointer } from '@interlingua/core'
import { addRest, keep, nestedRest, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeOpaque } from './opaque.ts'
import { decodeSource, encodeSource } from './source.ts'
import { partFields } from './part-fields.ts'

/** Decodes an `image` block, the only kind of media in this format. */
export function decodeImage(wire: JsonObject, at: Pointer, scope: DecodeScope): MediaPart | OpaquePart {
  const decoded = decodeSource(wire.source, `${at}/source`, scope)
  if (decoded === undefined) return decodeOpaque(wire, at)
  const part: Draft<MediaPart> = { type: 'media', kind: 'image', source: decoded.source, at, fields: partFields }
  let rest: JsonDraft | undefined = decoded.rest && keep(undefined, 'source', decoded.rest)
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'source' || value === undefined) continue
    if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  if (rest !== undefined) part.extensions = { messages: { rest } }
  return part
}

export function encodeImage(part: MediaPart, scope: EncodeScope): WireBlock {
  const wire: JsonDraft & { type: string } = { type: 'image', source: encodeSource(part.source, nestedRest(part, 'source'), false, scope) }
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
