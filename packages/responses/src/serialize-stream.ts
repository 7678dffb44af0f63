import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createDeltaPrinter } from './create-delta-printer.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Frames as SSE text, one string each. Without an `event:` line the SDK would take an error for data: it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  const printDelta = createDeltaPrinter()
  return {
    push(frame) {
      if (frame.type === 'event')
        return [printDelta(frame.wire) ?? `event: ${eventName(frame.wire.type)}\ndata: ${JSON.stringify(frame.wire)}\n\n`]
      return frame.type === 'comment' ? [': ping\n\n'] : nothing
    },
    end: () => nothing,
  }
}

/** A line break in a name would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
