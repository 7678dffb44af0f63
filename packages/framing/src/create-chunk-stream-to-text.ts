import { isJsonObject, parseJson, type Machine } from '@interlingua/core'
import { decodeBase64Text } from './base64-text.ts'
import { createEventStreamToText } from './create-event-stream-to-text.ts'
import { createSseParser } from './create-sse-parser.ts'
import { defaultEventStreamLimits, type EventStreamLimits } from './event-stream-limits.ts'
import { serializeSseEvent } from './serialize-sse-event.ts'
import type { SseEvent } from './sse-event.ts'

/**
 * Turns the event stream of Bedrock's InvokeModel, each of whose chunks holds one JSON event of a model's family in base64, into server-sent events:
 * that event by its `type`. Failures are `exception` and `invalid`, as `createEventStreamToText` has them.
 */
export function createChunkStreamToText(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, string> {
  const outer = createEventStreamToText(limits)
  const parser = createSseParser({ maxEventLength: limits.maxPayloadLength + limits.maxHeadersLength })
  let closed = false
  const write = (texts: readonly string[]): readonly string[] =>
    texts
      .flatMap((text) => parser.push(text))
      .flatMap((event) => {
        if (closed || event.type === 'comment') return []
        const said = textOf(event)
        if (said.event === 'invalid') closed = true
        return [serializeSseEvent(said)]
      })
  return { push: (bytes) => write(outer.push(bytes)), end: () => write(outer.end()) }
}

interface TextEvent {
  readonly event?: string
  readonly data: string
}

function textOf(event: Exclude<SseEvent, { readonly type: 'comment' }>): TextEvent {
  if (event.type === 'invalid') return invalid(event.message)
  if (event.event !== 'chunk') return { event: event.event ?? 'message', data: event.data }
  const chunk = parseJson(event.data)
  const data = isJsonObject(chunk) && typeof chunk['bytes'] === 'string' ? decodeBase64Text(chunk['bytes']) : undefined
  if (data === undefined) return invalid('a chunk holds no text')
  const inner = parseJson(data)
  const type = isJsonObject(inner) ? inner['type'] : undefined
  return { ...(typeof type === 'string' && type !== '' && { event: type }), data }
}

function invalid(message: string): TextEvent {
  return { event: 'invalid', data: JSON.stringify({ message }) }
}
