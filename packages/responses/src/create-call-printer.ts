import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { hasKeysInOrder, printString } from '@interlingua/framing'
import type { WireStreamEvent } from './wire/wire-response.ts'

const itemEventKeys = ['type', 'sequence_number', 'output_index', 'item'] as const
const itemKeys = ['type', 'id', 'status', 'call_id', 'name', 'arguments'] as const
const doneKeys = ['type', 'sequence_number', 'item_id', 'output_index', 'arguments'] as const

/**
 * A call of a function is written in four events that repeat one another, where its arguments come whole many times in an answer: printed
 * around what is said, the arguments escaped once for all that repeat them. `undefined` for every other event, and for one with a key more, or
 * with its keys in another order.
 */
export function createCallPrinter(): (wire: WireStreamEvent) => string | undefined {
  let text = ''
  let printed = '""'
  /** The events of a call say the same arguments. */
  const printArguments = (said: string): string => {
    if (said !== text) {
      text = said
      printed = printString(said)
    }
    return printed
  }

  const printItem = (wire: WireStreamEvent): string | undefined => {
    const { type, sequence_number: sequence, output_index: output, item } = wire
    if (!isJsonObject(item) || item.type !== 'function_call' || !isCount(sequence) || !isCount(output)) return undefined
    if (!hasKeysInOrder(wire, itemEventKeys) || !hasKeysInOrder(item, itemKeys)) return undefined
    const { id, status, call_id: call, name, arguments: said } = item
    if (typeof id !== 'string' || typeof status !== 'string' || typeof call !== 'string') return undefined
    if (typeof name !== 'string' || typeof said !== 'string') return undefined
    const head = `{"type":"function_call","id":${printString(id)},"status":${printString(status)}`
    const body = `${head},"call_id":${printString(call)},"name":${printString(name)},"arguments":${said === '' ? '""' : printArguments(said)}}`
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence},"output_index":${output},"item":${body}}\n\n`
  }

  const printDone = (wire: WireStreamEvent): string | undefined => {
    const { type, sequence_number: sequence, item_id: id, output_index: output, arguments: said } = wire
    if (!isCount(sequence) || !isCount(output) || typeof id !== 'string' || typeof said !== 'string') return undefined
    if (!hasKeysInOrder(wire, doneKeys)) return undefined
    const place = `"sequence_number":${sequence},"item_id":${printString(id)},"output_index":${output}`
    return `event: ${type}\ndata: {"type":"${type}",${place},"arguments":${printArguments(said)}}\n\n`
  }

  return (wire) => {
    switch (wire.type) {
      case 'response.output_item.added':
      case 'response.output_item.done':
        return printItem(wire)
      case 'response.function_call_arguments.done':
        return printDone(wire)
      default:
        return undefined
    }
  }
}

/** Printed by a template as JSON prints it. */
function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
