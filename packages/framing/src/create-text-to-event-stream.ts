import { isJsonObject, parseJson, type Machine } from '@interlingua/core'
import { createEventStreamWriter } from './create-event-stream-writer.ts'
import { createSseParser } from './create-sse-parser.ts'
import type { EventStreamHeader, EventStreamMessage } from './event-stream-message.ts'
import type { FramingOptions } from './framing-options.ts'
import type { SseEvent } from './sse-event.ts'
import { writeUtf8 } from './write-utf8.ts'

/**
 * Turns server-sent events into an AWS event stream, one message for each, as `createEventStreamToText` spells them: `exception` becomes an
 * exception, `invalid` an error message. Comments are dropped; an event without a name is a `message`, by the standard of such events.
 */
export function createTextToEventStream(options: FramingOptions = { maxEventLength: 16 * 1024 * 1024 }): Machine<string, Uint8Array> {
  const parser = createSseParser(options)
  const writer = createEventStreamWriter()
  const write = (events: readonly SseEvent[]): readonly Uint8Array[] =>
    events.flatMap((event) => (event.type === 'comment' ? [] : writer.push(messageOf(event))))
  return { push: (text) => write(parser.push(text)), end: () => write(parser.end()) }
}

function messageOf(event: Exclude<SseEvent, { readonly type: 'comment' }>): EventStreamMessage {
  if (event.type === 'invalid') return event
  const { event: name = 'message', data } = event
  if (name !== 'exception' && name !== 'invalid') return jsonMessage([':event-type', name], 'event', data)
  const document = parseJson(data)
  const { type, ...members } = isJsonObject(document) ? document : {}
  if (name === 'exception' && typeof type === 'string') return jsonMessage([':exception-type', type], 'exception', JSON.stringify(members))
  return { type: 'invalid', message: typeof members['message'] === 'string' ? members['message'] : 'the stream failed' }
}

function jsonMessage(name: readonly [string, string], kind: 'event' | 'exception', json: string): EventStreamMessage {
  const headers = new Map<string, EventStreamHeader>([name, [':content-type', 'application/json'], [':message-type', kind]])
  return { type: 'message', headers, payload: writeUtf8(json) }
}
