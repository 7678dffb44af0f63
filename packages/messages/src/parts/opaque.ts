import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import type { WireBlock } from '../wire/wire-block.ts'

/** Decodes an unknown block, whole. */
export function decodeOpaque(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'messages', wire, at }
}

/** Encodes a block of this format verbatim; `undefined` for another format's. */
export function encodeOpaque(part: OpaquePart): WireBlock | undefined {
  return part.format === 'messages' ? (part.wire as WireBlock) : undefined // was a block of ours when it was decoded
}
