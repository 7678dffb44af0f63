import { isJsonObject, parseJson, type Context, type Frame, type JsonObject, type Machine } from '@interlingua/core'
import { createSseParser, type SseEvent } from '@interlingua/framing'
import type { WireImageEvent } from './wire.ts'

/**
 * Parses server-sent events to frames. An image may be one line of many megabytes.
 * https://platform.openai.com/docs/api-reference/images-streaming
 */
export function createStreamParser(context: Context): Machine<string, Frame<WireImageEvent>> {
  const sse = createSseParser({ maxEventLength: context.limits.eventBytes })
  return { push: (text) => sse.push(text).map(frameOf), end: () => sse.end().map(frameOf) }
}

function frameOf(event: SseEvent): Frame<WireImageEvent> {
  if (event.type === 'comment') return { type: 'comment' }
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.data.length < 16 && event.data.trim() === '[DONE]') return { type: 'done' } // not of this format, but many servers send it
  const wire = parseJson(event.data)
  if (!isJsonObject(wire)) return { type: 'invalid', message: 'the data of an event is not a JSON object' }
  return { type: 'event', wire: typedEvent(wire, event.event) }
}

/** The event with its type, for servers that only name the event, or that send an error document without a type. */
function typedEvent(wire: JsonObject, name: string | undefined): WireImageEvent {
  if (name === 'error' || (isJsonObject(wire['error']) && wire['type'] === undefined))
    return isJsonObject(wire['error']) ? { ...wire, type: 'error' } : { type: 'error', error: wire }
  const { type } = wire
  return typeof type === 'string' ? { ...wire, type } : { ...wire, type: name ?? '' }
}
