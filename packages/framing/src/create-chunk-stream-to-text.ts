import type { Machine } from '@interlingua/core'
import { createMessagesToText } from './create-event-stream-to-text.ts'
import { eventOfChunk } from './event-of-message.ts'
import { defaultEventStreamLimits, type EventStreamLimits } from './event-stream-limits.ts'

/**
 * Turns the event stream of Bedrock's InvokeModel, each of whose chunks holds one JSON event of a model's family in base64, into server-sent events:
 * that event by its `type`. Failures are `exception` and `invalid`, as `createEventStreamToText` has them.
 */
export function createChunkStreamToText(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, string> {
  return createMessagesToText(limits, eventOfChunk)
}
