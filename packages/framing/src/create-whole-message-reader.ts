import type { Machine } from '@interlingua/core'
import type { WholeMessage } from '@interlingua/core/edge'
import { createMessageReader, isUnread, type ReadMessage, type UnreadMessage } from './create-event-stream-reader.ts'
import { eventOfChunk, eventOfMessage, type TextEvent } from './event-of-message.ts'
import { defaultEventStreamLimits, type EventStreamLimits } from './event-stream-limits.ts'
import { serializeSseEvent } from './serialize-sse-event.ts'

/**
 * Reads an AWS event stream for passing it: each message with its own bytes, and with the text that `createEventStreamToText` gives. What
 * cannot be read is `invalid`, and the last.
 */
export function createWholeMessageReader(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, WholeMessage> {
  return createWholeReader(limits, eventOfMessage)
}

/** Reads the event stream of Bedrock's InvokeModel as `createWholeMessageReader` does, with the text that `createChunkStreamToText` gives. */
export function createWholeChunkReader(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, WholeMessage> {
  return createWholeReader(limits, eventOfChunk)
}

function createWholeReader(
  limits: EventStreamLimits,
  eventOf: (message: ReadMessage) => TextEvent | UnreadMessage,
): Machine<Uint8Array, WholeMessage> {
  return createMessageReader(limits, (message): WholeMessage => {
    const event = eventOf(message)
    return isUnread(event) ? event : { type: 'message', text: serializeSseEvent(event), bytes: message.bytes }
  })
}
