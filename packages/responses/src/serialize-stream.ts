import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createStringPrinter } from '@interlingua/framing'
import { createCallPrinter } from './create-call-printer.ts'
import { createDeltaPrinter } from './create-delta-printer.ts'
import { createItemPrinter } from './create-item-printer.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/** Frames as SSE text, one string each. Without an `event:` line the SDK would take an error for data: it is always written. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  const print = { id: createStringPrinter(), text: createStringPrinter() }
  const printDelta = createDeltaPrinter(print)
  const printCall = createCallPrinter(print)
  const printItem = createItemPrinter()
  return {
    push(frame) {
      if (frame.type === 'event')
        return [printDelta(frame.wire) ?? printCall(frame.wire) ?? printItem(frame.wire) ?? printEvent(frame.wire)]
      return frame.type === 'comment' ? [': ping\n\n'] : nothing
    },
    end: () => nothing,
  }
}

function printEvent(wire: WireStreamEvent): string {
  return `event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`
}

/** A line break in a name would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
