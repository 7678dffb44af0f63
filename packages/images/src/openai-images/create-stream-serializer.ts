import type { Frame, Machine } from '@interlingua/core'
import { serializeSseEvent } from '@interlingua/framing'
import type { WireImageEvent } from './wire.ts'

const nothing: readonly string[] = []

/** Serializes frames as server-sent events, each named by its type. An invalid frame is left out. */
export function createStreamSerializer(): Machine<Frame<WireImageEvent>, string> {
  return {
    push(frame) {
      switch (frame.type) {
        case 'event':
          return [serializeSseEvent({ event: frame.wire.type, data: JSON.stringify(frame.wire) })]
        case 'comment':
          return [': ping\n\n']
        case 'done':
          return ['data: [DONE]\n\n']
        case 'invalid':
          return nothing
      }
    },
    end: () => nothing,
  }
}
