import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createStringEncoder } from '@interlingua/framing'
import { createCallEncoder } from './create-call-encoder.ts'
import { createDeltaEncoder } from './create-delta-encoder.ts'
import { createItemEncoder } from './create-item-encoder.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/**
 * Serializes frames as SSE text, one string each. The `event:` line is always written, since without it the SDK takes an error for data.
 */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamEvent>, string> {
  const encode = { id: createStringEncoder(), text: createStringEncoder() }
  const encodeDelta = createDeltaEncoder(encode)
  const encodeCall = createCallEncoder(encode)
  const encodeItem = createItemEncoder()
  return {
    push(frame) {
      if (frame.type === 'event')
        return [encodeDelta(frame.wire) ?? encodeCall(frame.wire) ?? encodeItem(frame.wire) ?? encodeEvent(frame.wire)]
      return frame.type === 'comment' ? [': ping\n\n'] : nothing
    },
    end: () => nothing,
  }
}

function encodeEvent(wire: WireStreamEvent): string {
  return `event: ${eventName(wire.type)}\ndata: ${JSON.stringify(wire)}\n\n`
}

/** Removes line breaks, which would end the line: an unknown event's name comes from an upstream. */
function eventName(type: string): string {
  return /[\r\n]/.test(type) ? 'message' : type
}
