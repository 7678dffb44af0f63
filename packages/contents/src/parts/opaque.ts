import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import type { WirePart } from '../wire/wire-part.ts'

/** A part that nobody models, whole and as it was spelled. */
export function decodeOpaque(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'contents', wire, at }
}

/** Ours verbatim; another format's is not ours to print. */
export function encodeOpaque(part: OpaquePart): WirePart | undefined {
  return part.format === 'contents' ? part.wire : undefined
}
