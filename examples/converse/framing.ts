import type { OwnFraming } from '@interlingua/adapter-kit'
import { isJsonObject, type Frame } from '@interlingua/core'
import { createJsonEventParser, serializeSseComment, serializeSseEvent } from '@interlingua/framing'
import type { WireEvent } from './wire.ts'

/** Streams as text: an event for each message. `edge.ts` names the machines between that and the bytes of the wire. */
export const framing: OwnFraming<WireEvent> = {
  contentType: 'application/vnd.amazon.eventstream',
  parser: ({ limits }) =>
    createJsonEventParser({ maxEventLength: limits.eventBytes }, (event): Frame<WireEvent> => {
      if (event.type === 'comment') return { type: 'comment' }
      if (event.type === 'invalid') return event
      if (event.type !== 'json' || event.event === undefined || !isJsonObject(event.value))
        return { type: 'invalid', message: 'an event is no JSON object with a name' }
      if (event.event !== 'invalid') return { type: 'event', wire: { name: event.event, value: event.value } }
      return { type: 'invalid', message: String(event.value['message']) }
    }),
  serializer: () => ({
    push(frame) {
      if (frame.type === 'comment') return [serializeSseComment('')]
      return frame.type === 'event' ? [serializeSseEvent({ event: frame.wire.name, data: JSON.stringify(frame.wire.value) })] : []
    },
    end: () => [],
  }),
}
