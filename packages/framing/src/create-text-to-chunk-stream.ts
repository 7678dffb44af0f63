import type { Machine } from '@interlingua/core'
import { encodeBase64Text } from './base64-text.ts'
import { createSseParser } from './create-sse-parser.ts'
import { createTextToEventStream } from './create-text-to-event-stream.ts'
import type { FramingOptions } from './framing-options.ts'
import { serializeSseEvent } from './serialize-sse-event.ts'
import type { SseEvent } from './sse-event.ts'

/**
 * Turns server-sent events into the event stream of Bedrock's InvokeModel: the data of each becomes a chunk, in base64, except for `exception` and
 * `invalid`, which become failures. The inverse of `createChunkStreamToText`.
 */
export function createTextToChunkStream(options: FramingOptions = { maxEventLength: 16 * 1024 * 1024 }): Machine<string, Uint8Array> {
  const parser = createSseParser(options)
  const writer = createTextToEventStream({ maxEventLength: options.maxEventLength * 2 })
  const write = (events: readonly SseEvent[]): readonly Uint8Array[] => events.flatMap((event) => writer.push(textOf(event)))
  return { push: (text) => write(parser.push(text)), end: () => [...write(parser.end()), ...writer.end()] }
}

function textOf(event: SseEvent): string {
  if (event.type === 'comment') return ''
  if (event.type === 'invalid') return serializeSseEvent({ event: 'invalid', data: JSON.stringify({ message: event.message }) })
  const { event: name, data } = event
  if (name === 'exception' || name === 'invalid') return serializeSseEvent({ event: name, data })
  return serializeSseEvent({ event: 'chunk', data: JSON.stringify({ bytes: encodeBase64Text(data) }) })
}
