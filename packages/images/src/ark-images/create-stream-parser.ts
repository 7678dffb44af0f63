import { chain, isJsonObject, parseJson, type Context, type Frame, type Machine } from '@interlingua/core'
import { createSseParser, type SseEvent } from '@interlingua/framing'
import { createLineMender } from './create-line-mender.ts'
import type { WireArkEvent } from './wire.ts'

const done: Frame<WireArkEvent> = { type: 'done' }
const comment: Frame<WireArkEvent> = { type: 'comment' }

/** Parses server-sent events to frames: named events, `data: [DONE]` and comments. https://www.volcengine.com/docs/82379/1824137 */
export function createStreamParser(context: Context): Machine<string, Frame<WireArkEvent>> {
  return chain(createLineMender(), createSseParser({ maxEventLength: context.limits.eventBytes }), {
    push: (event: SseEvent) => [frameOf(event)],
    end: () => [],
  })
}

function frameOf(event: SseEvent): Frame<WireArkEvent> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.data.length < 16 && event.data.trim() === '[DONE]') return done
  const wire = parseJson(event.data)
  if (!isJsonObject(wire)) return { type: 'invalid', message: 'a stream event is not a JSON object' }
  if (wire['type'] !== undefined || event.event === undefined) return { type: 'event', wire }
  return { type: 'event', wire: { type: event.event, ...wire } }
}
