import { isJsonObject, parseJson, type Machine } from '@interlingua/core'
import { createEventStreamReader } from './create-event-stream-reader.ts'
import type { EventStreamLimits } from './event-stream-limits.ts'
import type { EventStreamMessage } from './event-stream-message.ts'
import { readUtf8 } from './read-utf8.ts'
import { serializeSseEvent } from './serialize-sse-event.ts'
import { withoutMember } from './without-member.ts'

/**
 * Turns an AWS event stream into server-sent events, one for each message: its `:event-type`, and its payload without the padding (`p`). A
 * failure of the service is `exception` with `{"type", "message"}`; unreadable input is `invalid` with `{"message"}`, and the last;
 * `createTextToEventStream` is the inverse.
 */
export function createEventStreamToText(limits?: EventStreamLimits): Machine<Uint8Array, string> {
  const reader = createEventStreamReader(limits)
  let closed = false
  const write = (messages: readonly EventStreamMessage[]): readonly string[] => {
    const texts: string[] = []
    for (const message of messages) {
      const event = closed ? undefined : eventOf(message)
      if (event?.event === 'invalid') closed = true
      if (event !== undefined) texts.push(serializeSseEvent(event))
    }
    return texts
  }
  return { push: (bytes) => write(reader.push(bytes)), end: () => write(reader.end()) }
}

interface TextEvent {
  readonly event: string
  readonly data: string
}

function eventOf(message: EventStreamMessage): TextEvent {
  if (message.type === 'invalid') return invalid(message.message)
  const { headers, payload } = message
  const header = (name: string): string | undefined => {
    const value = headers.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const event = header(':event-type')
  const kind = header(':message-type') ?? (event === undefined ? undefined : 'event') // some servers leave it out
  if (kind === 'error') return exception(header(':error-code'), { message: header(':error-message') ?? '' })
  const text = readUtf8(payload)
  if (text === undefined) return invalid('a payload is not UTF-8')
  if (kind === 'exception') return exception(header(':exception-type'), parseJson(text) ?? text)
  if (kind !== 'event') return invalid('a message does not say what kind it is')
  if (event === undefined || event === '') return invalid('an event has no type')
  return { event, data: withoutMember(text, 'p') }
}

function exception(name: string | undefined, payload: unknown): TextEvent {
  const { p: _, ...members } = isJsonObject(payload) ? payload : { message: typeof payload === 'string' ? payload : '' }
  return { event: 'exception', data: JSON.stringify({ type: '', ...members, ...(name !== undefined && { type: name }) }) }
}

function invalid(message: string): TextEvent {
  return { event: 'invalid', data: JSON.stringify({ message }) }
}
