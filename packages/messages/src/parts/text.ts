import type { Citation, Pointer, RefusalPart, TextPart } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { decodeCitation, encodeCitation } from './citation.ts'
import { partFields } from './part-fields.ts'

export function decodeText(wire: JsonObject, at: Pointer): TextPart {
  const part: Draft<TextPart> = { type: 'text', text: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonObject | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'text' && typeof value === 'string') part.text = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'citations' && Array.isArray(value) && value.length > 0) part.citations = decodeCitations(value, at)
    else if (key === 'citations') hint = { citations: value }
    else rest = keep(rest, key, value)
  }
  // An empty text becomes a block again only in its own format.
  if (wire.text === '') hint = { ...hint, empty: true }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  return part
}

function decodeCitations(wires: readonly JsonObject[], at: Pointer): readonly Citation[] {
  return wires.map((wire, index) => decodeCitation(wire, `${at}/citations/${index}`))
}

/**
 * Encodes a text, without `citations` if there are none, as the format's own server does: the SDK's type has null there, which AI SDK 5 and
 * 6 refuse.
 */
export function encodeText(part: TextPart | RefusalPart): WireBlock {
  if (part.type === 'text' && hintOf(part).type === 'tool_reference') return encodeToolReference(part)
  const wire: JsonDraft & { type: string } = { type: 'text', text: part.text }
  if (part.type === 'text' && part.citations !== undefined) {
    const citations = part.citations.map((citation) => encodeCitation(citation)).filter((citation) => citation !== undefined)
    if (citations.length > 0) wire.citations = citations
  }
  // Null and an empty list mean the same, and differ in spelling.
  const spelled = hintOf(part).citations
  if (spelled !== undefined && wire.citations === undefined) wire.citations = spelled
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  if (part.extensions !== undefined) addRest(wire, restOf(part))
  return wire
}

/** Decodes a tool that a search found; its name reads as text in every format. */
export function decodeToolReference(wire: JsonObject, at: Pointer): TextPart {
  const part: Draft<TextPart> = { type: 'text', text: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'tool_name' && typeof value === 'string') part.text = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, { type: 'tool_reference' })
  if (extensions) part.extensions = extensions
  return part
}

function encodeToolReference(part: TextPart): WireBlock {
  const wire: JsonDraft & { type: string } = { type: 'tool_reference', tool_name: part.text }
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
