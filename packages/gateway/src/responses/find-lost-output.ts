import { isJsonObject, type Json } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { stateFailures } from './failures.ts'
import { referenceOf } from './references.ts'

/** Outputs that answer a call by its `call_id`. */
const outputs: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

/**
 * Refuses an output whose call is in neither list, in the vendor's words: the model could not know what it answers. Nothing is refused where an item
 * is only referred to, since that may be the call.
 */
export function findLostOutput(input: readonly Json[], before: readonly Json[]): FailureReply | undefined {
  let calls: Set<unknown> | undefined
  for (const item of input) {
    if (!isJsonObject(item) || !outputs.has(item['type'])) continue
    const { call_id: id } = item
    // Other values are refused where the items are read.
    if (typeof id !== 'string') continue
    if (calls === undefined) {
      if (input.some((other) => referenceOf(other) !== undefined)) return undefined
      calls = new Set([...before, ...input].flatMap(callOf))
    }
    if (!calls.has(id))
      return stateFailures.refused(`No tool call found for function call output with call_id ${id.slice(0, 200)}.`, '/input')
  }
  return undefined
}

function callOf(item: Json): readonly string[] {
  if (!isJsonObject(item) || outputs.has(item['type']) || typeof item['call_id'] !== 'string') return []
  return [item['call_id']]
}
