import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createJsonArraySerializer } from '@interlingua/framing'
import { createFramePrinter } from './create-frame-printer.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

const nothing: readonly string[] = []

/**
 * Events as `data:` lines, or as the elements of one JSON array. Nothing else, ever: clients of this format break on comments, event names
 * and `[DONE]`.
 */
export function createStreamSerializer(options?: StreamOptions): Machine<Frame<WireStreamFrame>, string> {
  const print = createFramePrinter()
  if (options?.framing !== 'json-array') {
    return {
      push: (frame) => (frame.type === 'event' ? [`data: ${print(frame.wire)}\n\n`] : nothing),
      end: () => nothing,
    }
  }
  const list = createJsonArraySerializer()
  return {
    push: (frame) => (frame.type === 'event' ? list.push(print(frame.wire)) : nothing),
    end: () => list.end(),
  }
}
