import type { Delta, Json } from '@interlingua/core'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { Desk } from './desk.ts'
import type { Writing } from './writing.ts'

const noLogprobs: readonly Json[] = []

/** The event of a delta that an open item takes as it is, which is nearly all of a stream; `undefined` for any other. */
export function speak(desk: Desk, writing: Writing, delta: Delta): WireStreamEvent | undefined {
  const { item } = writing
  if (item === undefined) return undefined
  switch (delta.type) {
    case 'text':
      if (writing.start.type !== 'text' || delta.text === '') return undefined
      writing.text += delta.text
      return {
        type: 'response.output_text.delta',
        sequence_number: desk.sequence(),
        item_id: item.id,
        output_index: item.index,
        content_index: writing.index,
        logprobs: noLogprobs,
        delta: delta.text,
      }
    case 'arguments':
      if (item.type !== 'function_call' || delta.text === '') return undefined
      writing.text += delta.text
      return {
        type: 'response.function_call_arguments.delta',
        sequence_number: desk.sequence(),
        item_id: item.id,
        output_index: item.index,
        delta: delta.text,
      }
    case 'reasoning': {
      const segment = writing.segments[delta.segment]
      if (segment?.type !== 'summary' || delta.text === '') return undefined
      segment.text += delta.text
      return {
        type: 'response.reasoning_summary_text.delta',
        sequence_number: desk.sequence(),
        item_id: item.id,
        output_index: item.index,
        summary_index: segment.index,
        delta: delta.text,
      }
    }
    default:
      return undefined
  }
}
