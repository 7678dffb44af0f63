import type { Json, JsonObject, OpaquePart, Part, Pointer } from '@interlingua/core'
import { format } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope } from './codec.ts'

/** Wraps an unknown item, whole. */
export function opaqueItem(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format, wire, at }
}

/** Decodes an item that is carried as it is: a reference, a trigger, a program, a listing, anything unknown. */
export function decodeOpaque(wire: JsonObject, at: Pointer, _index: number, _scope: DecodeScope, into: Part[]): undefined {
  into.push(opaqueItem(wire, at))
}

/** Wraps a value that is no object. */
export function wrapValue(value: Json): JsonObject {
  return { type: 'interlingua_value', value }
}

/** Encodes an item of this format verbatim; `undefined` for another format's. */
export function encodeOpaque(part: OpaquePart): WireItem | undefined {
  if (part.format !== format) return undefined
  return part.wire.type === 'interlingua_value' ? (part.wire.value as WireItem) : part.wire // was an item of ours when it was decoded
}
