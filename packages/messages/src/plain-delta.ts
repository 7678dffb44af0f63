import type { Delta } from '@interlingua/core'
import type { JsonDraft } from './extension.ts'
import type { OpenPart } from './open-part.ts'

/** Wire delta that the open block can take as it is, as nearly all are; `undefined` for any other. */
export function plainDelta(open: OpenPart, delta: Delta): (JsonDraft & { type: string }) | undefined {
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
