import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import type { WireBlock } from '../wire/wire-block.ts'

/** A block that nobody models, whole. */
export function decodeOpaque(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'messages', wire, at }
}

/** Ours verbatim; another format's is not ours to print. */
export function encodeOpaque(part: OpaquePart): WireBlock | undefined {
  return part.format === 'messages' ? (part.wire as WireBlock) : undefined // was a block of ours when it was decoded
}
