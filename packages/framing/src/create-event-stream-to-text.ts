import type { Machine } from '@interlingua/core'
import { createMessageReader, isUnread, type ReadMessage, type UnreadMessage } from './create-event-stream-reader.ts'
import { eventOfMessage, type TextEvent } from './event-of-message.ts'
import { defaultEventStreamLimits, type EventStreamLimits } from './event-stream-limits.ts'
import { serializeSseEvent } from './serialize-sse-event.ts'

/**
 * Turns an AWS event stream into server-sent events, one for each message: its `:event-type`, and its payload without the padding (`p`). A
 * failure of the service is `exception` with `{"type", "message"}`; unreadable input is `invalid` with `{"message"}`, and the last;
 * `createTextToEventStream` is the inverse.
 */
export function createEventStreamToText(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, string> {
  return createMessagesToText(limits, eventOfMessage)
}

/** Turns messages into the events that `eventOf` makes of them. */
export function createMessagesToText(
  limits: EventStreamLimits,
  eventOf: (message: ReadMessage) => TextEvent | UnreadMessage,
): Machine<Uint8Array, string> {
  const reader = createMessageReader(limits, eventOf)
  return { push: (bytes) => reader.push(bytes).map(textOf), end: () => reader.end().map(textOf) }
}

function textOf(event: TextEvent | UnreadMessage): string {
  return serializeSseEvent(isUnread(event) ? { event: 'invalid', data: JSON.stringify({ message: event.message }) } : event)
}
