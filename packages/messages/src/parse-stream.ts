import { isJsonObject } from '@interlingua/core'
import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { createJsonRepeatParser, createSseParser } from '@interlingua/framing'
import type { SseEvent } from '@interlingua/framing'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** SSE text as frames. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamEvent>> {
  const sse = createSseParser({ maxEventLength: context.limits.eventBytes })
  const parse = createJsonRepeatParser()
  const frames = (events: readonly SseEvent[]): readonly Frame<WireStreamEvent>[] => {
    const [first] = events
    if (first !== undefined && events.length === 1) return [toFrame(first, parse)]
    const found: Frame<WireStreamEvent>[] = []
    for (const event of events) found.push(toFrame(event, parse))
    return found
  }
  return { push: (text) => frames(sse.push(text)), end: () => frames(sse.end()) }
}

function toFrame(event: SseEvent, parse: ReturnType<typeof createJsonRepeatParser>): Frame<WireStreamEvent> {
  if (event.type === 'comment') return { type: 'comment' }
  if (event.type === 'invalid') return event
  if (event.data === '[DONE]') return { type: 'done' } // not of this format, but some compatible servers send it
  const wire = parse(event.data)
  if (!isJsonObject(wire)) return { type: 'invalid', message: 'the data of an event is not a JSON object' }
  if (typeof wire.type === 'string') return { type: 'event', wire: wire as WireStreamEvent } // its type was just seen
  if (event.event === undefined) return { type: 'invalid', message: 'an event has no type' }
  return { type: 'event', wire: { ...wire, type: event.event } }
}
