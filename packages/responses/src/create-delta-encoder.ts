import { hasKeysInOrder } from '@interlingua/framing'
import type { StringEncoders } from './create-call-encoder.ts'
import { headOf } from './head-of.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** Keys of the frequent deltas, in the order in which the encoder writes them; `delta` comes last. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  'response.output_text.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'content_index', 'logprobs', 'delta'],
  'response.refusal.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'content_index', 'delta'],
  'response.reasoning_text.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'content_index', 'delta'],
  'response.reasoning_summary_text.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'summary_index', 'delta'],
  'response.function_call_arguments.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'delta'],
  'response.custom_tool_call_input.delta': ['type', 'sequence_number', 'item_id', 'output_index', 'delta'],
}

interface Known {
  readonly type: string
  readonly keys: readonly string[]
  readonly item: string
  readonly output: number
  readonly inner: number
  readonly head: string
  readonly middle: string
}

/**
 * Makes a printer of deltas around their text, at half the cost of printing the object: the text between number and delta is constant
 * within a part. Returns `undefined` for every other event, and for unknown keys or another order.
 */
export function createDeltaEncoder(encode: StringEncoders): (wire: WireStreamEvent) => string | undefined {
  let known: Known = { type: '', keys: [], item: '', output: -1, inner: -1, head: '', middle: '' }
  return (wire) => {
    const { type } = wire
    const keys = type === known.type ? known.keys : Object.hasOwn(shapes, type) ? shapes[type] : undefined
    if (keys === undefined || !hasKeysInOrder(wire, keys)) return undefined
    const { sequence_number: sequence, item_id: item, output_index: output, delta, logprobs } = wire
    if (typeof sequence !== 'number' || typeof item !== 'string' || typeof output !== 'number' || typeof delta !== 'string')
      return undefined
    if (logprobs !== undefined && !(Array.isArray(logprobs) && logprobs.length === 0)) return undefined
    const index = wire.content_index ?? wire.summary_index ?? 0
    if (typeof index !== 'number') return undefined
    if (known.item !== item || known.type !== type || known.output !== output || known.inner !== index) {
      known = {
        type,
        keys,
        item,
        output,
        inner: index,
        head: type === known.type ? known.head : headOf(type),
        middle: `,"item_id":${encode.id(item)},"output_index":${output}${innerOf(keys, index)},"delta":`,
      }
    }
    return `${known.head}${sequence}${known.middle}${encode.text(delta)}}\n\n`
  }
}

/** Constant text that names the item's part, with empty log probabilities. */
function innerOf(keys: readonly string[], index: number): string {
  let text = ''
  for (let i = 4; i < keys.length - 1; i++) text += keys[i] === 'logprobs' ? ',"logprobs":[]' : `,"${keys[i] ?? ''}":${index}`
  return text
}
