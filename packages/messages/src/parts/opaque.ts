import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'

/** A block that nobody models, whole. */
export function decodeOpaque(wire: JsonObject, at: Pointer): OpaquePart {
  return { type: 'opaque', format: 'messages', wire, at }
}

/** Ours verbatim; another format's is not ours to print. */
export function encodeOpaque(part: OpaquePart): JsonObject | undefined {
  return part.format === 'messages' ? part.wire : undefined
}
