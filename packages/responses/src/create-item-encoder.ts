import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { hasKeysInOrder } from '@interlingua/framing'
import { headOf } from './head-of.ts'
import { isCount } from './is-count.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const eventKeys = ['type', 'sequence_number', 'output_index', 'item'] as const

/** Length of items whose text is kept, in UTF-16 units; longer items are few. */
const longestKept = 1024

/** Index of the last item that is kept; no real response has more. */
const lastKept = 4095

/**
 * Makes a printer for the last event of a stream, which repeats every item: short items are printed once, when they are done, because going
 * through them again at the end, out of the processor's caches, takes several times as long. Returns `undefined` for every other event, and
 * for unknown keys or another order.
 * Two lists rather than one of pairs: objects that live until the end of the stream move to the engine's old generation, which would hold
 * the item and its text long after the stream.
 */
export function createItemEncoder(): (wire: WireStreamEvent) => string | undefined {
  /** Items by their index. */
  const items: JsonObject[] = []
  const texts: string[] = []

  const encodeDone = (wire: WireStreamEvent): string | undefined => {
    const { sequence_number: sequence, output_index: output, item } = wire
    if (!isCount(sequence) || !isCount(output) || !isJsonObject(item) || !hasKeysInOrder(wire, eventKeys)) return undefined
    const text = JSON.stringify(item)
    if (text.length <= longestKept && output <= lastKept) {
      items[output] = item
      texts[output] = text
    }
    return `${doneHead}${sequence},"output_index":${output},"item":${text}}\n\n`
  }

  const encodeOutput = (output: readonly Json[]): string => {
    let printed = '['
    for (let index = 0; index < output.length; index++) {
      const item = output[index] ?? null
      if (index > 0) printed += ','
      printed += (items[index] === item ? texts[index] : undefined) ?? JSON.stringify(item)
    }
    return `${printed}]`
  }

  const encodeEnd = (wire: WireStreamEvent): string | undefined => {
    const { type, response } = wire
    if (items.length === 0 || !isJsonObject(response) || !Array.isArray(response.output)) return undefined
    const answer = encodeAround(response, 'output', encodeOutput(response.output))
    return `event: ${type}\ndata: ${encodeAround(wire, 'response', answer)}\n\n`
  }

  return (wire) => {
    switch (wire.type) {
      case 'response.output_item.done':
        return encodeDone(wire)
      case 'response.completed':
      case 'response.incomplete':
        return encodeEnd(wire)
      default:
        return undefined
    }
  }
}

const doneHead = headOf('response.output_item.done')

/** Prints an object as JSON, with a given text for one of its members. */
function encodeAround(object: JsonObject, member: string, text: string): string {
  let printed = '{'
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    if (printed !== '{') printed += ','
    printed += `${JSON.stringify(key)}:${key === member ? text : JSON.stringify(value)}`
  }
  return `${printed}}`
}
