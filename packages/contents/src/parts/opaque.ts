import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import type { WirePart } from '../wire/wire-part.ts'

/** Wraps an unknown part, whole and as it was spelled. */
export function decodeOpaque(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'contents', wire, at }
}

/** Encodes a part of this format verbatim; `undefined` for another format's. */
export function encodeOpaque(part: OpaquePart): WirePart | undefined {
  return part.format === 'contents' ? part.wire : undefined
}
