import type { JsonObject, Pointer, RefusalPart } from '@interlingua/core'
import { keepUnknown, newBox, note, printBox, withBox } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['type', 'refusal'])

/** `{type: refusal, refusal}` of an assistant's content array; the message's own `refusal` field has no wire object. */
export function decodeRefusal(wire: JsonObject, at: Pointer): RefusalPart | undefined {
  const text = wire['refusal']
  if (typeof text !== 'string') return undefined
  const part: Draft<RefusalPart> = { type: 'refusal', at, text }
  const box = newBox()
  note(box, 'slot', 'content')
  keepUnknown(box, wire, known)
  return withBox(part, box)
}

export function encodeRefusal(part: RefusalPart): JsonObject {
  const wire: WireDraft = { type: 'refusal', refusal: part.text }
  printBox(wire, part)
  return wire
}
