import { isJsonObject } from '@interlingua/core'
import { createStringPrinter, hasKeysInOrder, printString } from '@interlingua/framing'
import { headOf } from './head-of.ts'
import { isCount } from './is-count.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const itemEventKeys = ['type', 'sequence_number', 'output_index', 'item'] as const
const itemKeys = ['type', 'id', 'status', 'call_id', 'name', 'arguments'] as const
const doneKeys = ['type', 'sequence_number', 'item_id', 'output_index', 'arguments'] as const

/** How the strings of a stream are printed, each kind by a printer that remembers the last. */
export interface StringPrinters {
  readonly id: (text: string) => string
  readonly text: (text: string) => string
}

/**
 * The events of a call of a function repeat one another, where its arguments come whole many times in an answer: its beginning and its
 * arguments are printed around what is said, each string escaped once for all events that repeat it. `undefined` for every other event, and for
 * one with a key more, or with its keys in another order.
 */
export function createCallPrinter(print: StringPrinters): (wire: WireStreamEvent) => string | undefined {
  const printName = createStringPrinter()

  const printAdded = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, output_index: output, item } = wire
    if (!isJsonObject(item) || item.type !== 'function_call' || item.status !== 'in_progress' || item.arguments !== '') return undefined
    if (!isCount(sequence) || !isCount(output) || !hasKeysInOrder(wire, itemEventKeys) || !hasKeysInOrder(item, itemKeys)) return undefined
    const { id, call_id: call, name } = item
    if (typeof id !== 'string' || typeof call !== 'string' || typeof name !== 'string') return undefined
    const head = `${addedHead}${sequence},"output_index":${output},"item":{"type":"function_call","id":${print.id(id)},"status":"in_progress"`
    return `${head},"call_id":${printString(call)},"name":${printName(name)},"arguments":""}}\n\n`
  }

  const printDone = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, item_id: id, output_index: output, arguments: said } = wire
    if (!isCount(sequence) || !isCount(output) || typeof id !== 'string' || typeof said !== 'string') return undefined
    if (!hasKeysInOrder(wire, doneKeys)) return undefined
    return `${argumentsHead}${sequence},"item_id":${print.id(id)},"output_index":${output},"arguments":${print.text(said)}}\n\n`
  }

  return (wire) => {
    switch (wire.type) {
      case 'response.output_item.added':
        return printAdded(wire)
      case 'response.function_call_arguments.done':
        return printDone(wire)
      default:
        return undefined
    }
  }
}

const addedHead = headOf('response.output_item.added')
const argumentsHead = headOf('response.function_call_arguments.done')
