import type { JsonObject, Pointer, TextPart } from '@interlingua/core'
import { cacheFields, decodeCacheMark, encodeCacheMark } from '../cache-mark.ts'
import { hintOf, keepUnknown, newExtension, encodeExtension, withExtension } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['type', 'text', 'prompt_cache_breakpoint', 'cache_control'])

/** `{type: text, text}` of a content array. */
export function decodeText(wire: JsonObject, at: Pointer): TextPart | undefined {
  const text = wire['text']
  if (typeof text !== 'string') return undefined
  const part: Draft<TextPart> = { type: 'text', at, text }
  const extension = newExtension()
  decodeCacheMark(wire, part, extension)
  if (part.cache) part.fields = cacheFields(extension)
  keepUnknown(extension, wire, known)
  return withExtension(part, extension)
}

export function encodeText(part: TextPart): JsonObject {
  const wire: WireDraft = { type: 'text', text: part.text }
  encodeCacheMark(wire, part.cache, hintOf(part))
  encodeExtension(wire, part)
  return wire
}
