import { isJsonObject } from '@interlingua/core'
import { createStringEncoder, hasKeysInOrder, encodeString } from '@interlingua/framing'
import { headOf } from './head-of.ts'
import { isCount } from './is-count.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const itemEventKeys = ['type', 'sequence_number', 'output_index', 'item'] as const
const itemKeys = ['type', 'id', 'status', 'call_id', 'name', 'arguments'] as const
const doneKeys = ['type', 'sequence_number', 'item_id', 'output_index', 'arguments'] as const

/** Printers for the strings of a stream, one for each kind, since each remembers the latest string. */
export interface StringEncoders {
  readonly id: (text: string) => string
  readonly text: (text: string) => string
}

/**
 * Makes a printer for the events of a function call, which repeat one another where arguments come whole: its beginning and its arguments
 * are printed around the variable text, each string escaped once for all events. Returns `undefined` for every other event, and for unknown
 * keys or another order.
 */
export function createCallEncoder(encode: StringEncoders): (wire: WireStreamEvent) => string | undefined {
  const encodeName = createStringEncoder()

  const encodeAdded = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, output_index: output, item } = wire
    if (!isJsonObject(item) || item.type !== 'function_call' || item.status !== 'in_progress' || item.arguments !== '') return undefined
    if (!isCount(sequence) || !isCount(output) || !hasKeysInOrder(wire, itemEventKeys) || !hasKeysInOrder(item, itemKeys)) return undefined
    const { id, call_id: call, name } = item
    if (typeof id !== 'string' || typeof call !== 'string' || typeof name !== 'string') return undefined
    const head = `${addedHead}${sequence},"output_index":${output},"item":{"type":"function_call","id":${encode.id(id)},"status":"in_progress"`
    return `${head},"call_id":${encodeString(call)},"name":${encodeName(name)},"arguments":""}}\n\n`
  }

  const encodeDone = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, item_id: id, output_index: output, arguments: said } = wire
    if (!isCount(sequence) || !isCount(output) || typeof id !== 'string' || typeof said !== 'string') return undefined
    if (!hasKeysInOrder(wire, doneKeys)) return undefined
    return `${argumentsHead}${sequence},"item_id":${encode.id(id)},"output_index":${output},"arguments":${encode.text(said)}}\n\n`
  }

  return (wire) => {
    switch (wire.type) {
      case 'response.output_item.added':
        return encodeAdded(wire)
      case 'response.function_call_arguments.done':
        return encodeDone(wire)
      default:
        return undefined
    }
  }
}

const addedHead = headOf('response.output_item.added')
const argumentsHead = headOf('response.function_call_arguments.done')
