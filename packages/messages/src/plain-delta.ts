import type { Delta } from '@interlingua/core'
import type { Bag } from './extension.ts'
import type { Writing } from './writing.ts'

/** The delta on the wire of what the open block can take as it is, which is nearly all of a stream; `undefined` for the rest. */
export function plainDelta(open: Writing, delta: Delta): (Bag & { type: string }) | undefined {
  switch (delta.type) {
    case 'text':
      return open.way === 'text' && delta.text !== '' ? { type: 'text_delta', text: delta.text } : undefined
    case 'reasoning':
      return open.segment === delta.segment && (delta.kind === 'full' || open.toldKind) && delta.text !== ''
        ? { type: 'thinking_delta', thinking: delta.text }
        : undefined
    case 'arguments':
      return open.streams && delta.text !== '' ? { type: 'input_json_delta', partial_json: delta.text } : undefined
    default:
      return undefined
  }
}
