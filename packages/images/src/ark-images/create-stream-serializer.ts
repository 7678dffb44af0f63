import type { Frame, Machine } from '@interlingua/core'
import { serializeSseComment, serializeSseEvent } from '@interlingua/framing'
import type { WireArkEvent } from './wire.ts'

/** Serializes frames as server-sent events, each named by its type. An invalid frame is left out. */
export function createStreamSerializer(): Machine<Frame<WireArkEvent>, string> {
  return { push: (frame) => textOf(frame), end: () => [] }
}

function textOf(frame: Frame<WireArkEvent>): readonly string[] {
  switch (frame.type) {
    case 'event': {
      const { type } = frame.wire
      const data = JSON.stringify(frame.wire)
      return [serializeSseEvent(typeof type === 'string' ? { event: type, data } : { data })]
    }
    case 'comment':
      return [serializeSseComment('')]
    case 'done':
      return [serializeSseEvent({ data: '[DONE]' })]
    case 'invalid':
      return []
  }
}
