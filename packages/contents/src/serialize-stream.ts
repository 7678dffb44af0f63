import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createJsonArraySerializer } from '@interlingua/framing'
import { createFrameEncoder } from './create-frame-encoder.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/**
 * Serializes events as `data:` lines, or as the elements of one JSON array, without anything else: clients of this format break on
 * comments, event names and `[DONE]`.
 */
export function createStreamSerializer(options?: StreamOptions): Machine<Frame<WireStreamFrame>, string> {
  const encode = createFrameEncoder()
  if (options?.framing !== 'json-array') {
    return {
      push: (frame) => (frame.type === 'event' ? [`data: ${encode(frame.wire)}\n\n`] : nothing),
      end: () => nothing,
    }
  }
  const list = createJsonArraySerializer()
  return {
    push: (frame) => (frame.type === 'event' ? list.push(encode(frame.wire)) : nothing),
    end: () => list.end(),
  }
}
