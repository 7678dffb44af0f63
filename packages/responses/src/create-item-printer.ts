import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { hasKeysInOrder } from '@interlingua/framing'
import { headOf } from './head-of.ts'
import { isCount } from './is-count.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const eventKeys = ['type', 'sequence_number', 'output_index', 'item'] as const

/** Longer items are few, and are not held as text, too. In UTF-16 units. */
const longestKept = 1024

/** Items at places after this one are printed anew: an answer of so many is none. */
const lastKept = 4095

/**
 * The last event of a stream repeats every item: those that are short, of which there may be many, are printed once, when they are done. Until
 * the end they have long left the processor's caches: to go through them again takes several times as long as the first time. `undefined` for
 * every other event, and for the end of an item with a key more, or with its keys in another order.
 *
 * Two lists rather than one of pairs: what is made for each item and lives until the end of the stream, as all of its kind do, the engine
 * comes to put with what lives forever, where it holds on to its item and its text long after the stream.
 */
export function createItemPrinter(): (wire: WireStreamEvent) => string | undefined {
  /** By their places. */
  const items: JsonObject[] = []
  const texts: string[] = []

  const printDone = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, output_index: output, item } = wire
    if (!isCount(sequence) || !isCount(output) || !isJsonObject(item) || !hasKeysInOrder(wire, eventKeys)) return undefined
    const text = JSON.stringify(item)
    if (text.length <= longestKept && output <= lastKept) {
      items[output] = item
      texts[output] = text
    }
    return `${doneHead}${sequence},"output_index":${output},"item":${text}}\n\n`
  }

  const printOutput = (output: readonly Json[]): string => {
    let printed = '['
    for (let index = 0; index < output.length; index++) {
      const item = output[index] ?? null
      if (index > 0) printed += ','
      printed += (items[index] === item ? texts[index] : undefined) ?? JSON.stringify(item)
    }
    return `${printed}]`
  }

  const printEnd = (wire: WireStreamEvent): string | undefined => {
    const { type, response } = wire
    if (items.length === 0 || !isJsonObject(response) || !Array.isArray(response.output)) return undefined
    const answer = printAround(response, 'output', printOutput(response.output))
    return `event: ${type}\ndata: ${printAround(wire, 'response', answer)}\n\n`
  }

  return (wire) => {
    switch (wire.type) {
      case 'response.output_item.done':
        return printDone(wire)
      case 'response.completed':
      case 'response.incomplete':
        return printEnd(wire)
      default:
        return undefined
    }
  }
}

const doneHead = headOf('response.output_item.done')

/** An object as JSON, the text of one of its members given. */
function printAround(object: JsonObject, member: string, text: string): string {
  let printed = '{'
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    if (printed !== '{') printed += ','
    printed += `${JSON.stringify(key)}:${key === member ? text : JSON.stringify(value)}`
  }
  return `${printed}}`
}
