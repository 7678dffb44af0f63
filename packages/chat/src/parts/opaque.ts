import type { JsonObject, OpaquePart, Pointer } from '@interlingua/core'
import { format } from '../extension.ts'

/** Wraps an unknown wire object. `slot` names its list in the message. */
export function opaquePart(wire: JsonObject, at: Pointer, slot: 'content' | 'tool_calls' | 'reasoning_details' | 'messages'): OpaquePart {
  return { type: 'opaque', at, format, wire, extensions: { [format]: { hint: { slot } } } }
}
