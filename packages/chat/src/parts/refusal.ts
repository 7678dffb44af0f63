import type { JsonObject, Pointer, RefusalPart } from '@interlingua/core'
import { keepUnknown, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['type', 'refusal'])

/** Decodes `{type: refusal, refusal}` of an assistant's content array; the message's own `refusal` field has no wire object. */
export function decodeRefusal(wire: JsonObject, at: Pointer): RefusalPart | undefined {
  const text = wire['refusal']
  if (typeof text !== 'string') return undefined
  const part: Draft<RefusalPart> = { type: 'refusal', at, text }
  const extension = newExtension()
  note(extension, 'slot', 'content')
  keepUnknown(extension, wire, known)
  return withExtension(part, extension)
}

export function encodeRefusal(part: RefusalPart): JsonObject {
  const wire: WireDraft = { type: 'refusal', refusal: part.text }
  encodeExtension(wire, part)
  return wire
}
