import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import { format } from '../extension.ts'

/** A wire object that nobody models. `slot` says which list of its message it stood in. */
export function opaquePart(wire: JsonObject, at: Pointer, slot: 'content' | 'tool_calls' | 'reasoning_details' | 'messages'): OpaquePart {
  return { type: 'opaque', at, format, wire, extensions: { [format]: { hint: { slot } } } }
}
