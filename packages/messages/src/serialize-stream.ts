import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Frames as SSE text, one string each. SDKs skip data without an `event:` line, so it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  return {
    push(frame) {
      if (frame.type === 'event') {
        const { wire } = frame
        if (wire.type === 'content_block_delta') return [`event: content_block_delta\ndata: ${JSON.stringify(wire)}\n\n`]
        return [`event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`]
      }
      return frame.type === 'comment' ? [':\n\n'] : nothing
    },
    end: () => nothing,
  }
}

/** A line break in a name would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
