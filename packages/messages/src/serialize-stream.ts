import type { Frame, JsonObject, Machine, StreamOptions } from '@interlingua/core'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Frames as SSE text, one string each. SDKs skip data without an `event:` line, so it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  return {
    push(frame) {
      if (frame.type === 'event') return [serializeEvent(frame.wire)]
      return frame.type === 'comment' ? [':\n\n'] : nothing
    },
    end: () => nothing,
  }
}

/** The text of each delta is all that differs from one event to the next. */
function serializeEvent(wire: WireStreamEvent): string {
  if (wire.type !== 'content_block_delta') return `event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`
  const delta = wire.delta as JsonObject | undefined // only read, after its type was seen
  if (delta?.type === 'text_delta' && typeof wire.index === 'number' && countKeys(wire) === 3 && countKeys(delta) === 2)
    return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${wire.index},"delta":{"type":"text_delta","text":${JSON.stringify(delta.text)}}}\n\n`
  return `event: content_block_delta\ndata: ${JSON.stringify(wire)}\n\n`
}

function countKeys(value: JsonObject): number {
  let count = 0
  for (const _ in value) count++
  return count
}

const names = new Set(['message_start', 'content_block_start', 'content_block_stop', 'message_delta', 'message_stop', 'ping', 'error'])

/** A line break in a name would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return names.has(type) || !/[\r\n]/.test(type) ? type : 'message'
}
