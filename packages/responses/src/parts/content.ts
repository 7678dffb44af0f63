import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, OpaquePart, Part, Pointer } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import type { WireContent } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope, Role } from './codec.ts'
import { decodeFile, encodeFile } from './document.ts'
import { decodeImage, encodeImage } from './media.ts'
import { decodeRefusal, decodeText, encodeRefusal, encodeText } from './text.ts'

const slotHint = { responses: { hint: { slot: 'content' } } } as const

/** Decodes a part of the content of a message or of a tool's output. An unknown one is opaque, with the hint that it is no item. */
export function decodeContent(wire: Json, at: Pointer, role: Role, scope: DecodeScope): Part {
  if (!isJsonObject(wire)) return opaqueContent({ type: 'interlingua_value', value: wire }, at)
  switch (wire.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      if (typeof wire.text === 'string') return decodeText(wire, at, role, scope)
      break
    case 'refusal':
      if (typeof wire.refusal === 'string') return decodeRefusal(wire, at)
      break
    case 'input_image': {
      const image = decodeImage(wire, at)
      if (image) return image
      break
    }
    case 'input_file': {
      const file = decodeFile(wire, at)
      if (file) return file
      break
    }
  }
  return opaqueContent(wire, at)
}

function opaqueContent(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'responses', wire, at, extensions: slotHint }
}

/** Decodes all parts of a list of content. `itemId`: that of their message. */
export function decodeContents(
  wires: readonly Json[],
  at: Pointer,
  role: Role,
  scope: DecodeScope,
  into: Part[],
  itemId: string | undefined,
): void {
  for (let i = 0; i < wires.length; i++) {
    const part: Draft<Part> = decodeContent(wires[i] ?? null, `${at}/${i}`, role, scope)
    if (itemId !== undefined) part.itemId = itemId
    into.push(part)
  }
}

/** True for a part in the content of a message, which is no item by itself. */
export function isContent(part: Part): boolean {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'document':
      return true
    case 'media':
      return part.kind === 'image'
    case 'opaque':
      return part.format === 'responses' && hintOf(part).slot === 'content'
    default:
      return false
  }
}

/** Encodes content; `undefined` for a part that no content can hold, which lowering, or the encoder of responses, has reported. */
export function encodeContent(part: Part, role: Role, scope: EncodeScope): WireContent | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, role, scope)
    case 'refusal':
      return encodeRefusal(part)
    case 'media':
      return encodeImage(part)
    case 'document':
      return encodeFile(part)
    case 'opaque': {
      const { wire } = part
      return wire.type === 'interlingua_value' ? (wire.value as WireContent) : (wire as WireContent) // was content of ours when it was decoded
    }
    default:
      return undefined
  }
}
