import type { Delta, Json } from '@interlingua/core'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { WriterContext } from './writer-context.ts'
import type { OpenPart } from './open-part.ts'

const noLogprobs: readonly Json[] = []

/** Event of a delta that an open item takes as it is, as nearly all are; `undefined` for any other. */
export function writeTextDelta(writer: WriterContext, open: OpenPart, delta: Delta): WireStreamEvent | undefined {
  const { item } = open
  if (item === undefined) return undefined
  switch (delta.type) {
    case 'text':
      if (open.start.type !== 'text' || delta.text === '') return undefined
      open.text += delta.text
      return {
        type: 'response.output_text.delta',
        sequence_number: writer.sequence(),
        item_id: item.id,
        output_index: item.index,
        content_index: open.index,
        logprobs: noLogprobs,
        delta: delta.text,
      }
    case 'arguments':
      if (item.type !== 'function_call' || delta.text === '') return undefined
      open.text += delta.text
      return {
        type: 'response.function_call_arguments.delta',
        sequence_number: writer.sequence(),
        item_id: item.id,
        output_index: item.index,
        delta: delta.text,
      }
    case 'reasoning': {
      const segment = open.segments[delta.segment]
      if (segment?.type !== 'summary' || delta.text === '') return undefined
      segment.text += delta.text
      return {
        type: 'response.reasoning_summary_text.delta',
        sequence_number: writer.sequence(),
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
