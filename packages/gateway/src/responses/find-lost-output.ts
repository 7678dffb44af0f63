import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { stateFailures } from './failures.ts'
import { referenceOf } from './references.ts'

/** Outputs that answer a call by its `call_id`. */
const outputs: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

/**
 * Refuses an output whose call, by its id or else by its name, is in neither list, in the vendor's words: the model could not know what it answers. Nothing is refused where an item
 * is only referred to, since that may be the call.
 */
export function findLostOutput(input: readonly Json[], before: readonly Json[]): FailureReply | undefined {
  let calls: Record<'call_id' | 'name', ReadonlySet<unknown>> | undefined
  for (const item of input) {
    if (!isJsonObject(item) || !outputs.has(item['type'])) continue
    const { call_id: id, name } = item
    // Other values are refused where the items are read.
    const key = typeof id === 'string' ? 'call_id' : 'name'
    const value = typeof id === 'string' ? id : name
    if (typeof value !== 'string') continue
    if (calls === undefined) {
      if (input.some((other) => referenceOf(other) !== undefined)) return undefined
      const found = [...before, ...input].filter(isCall)
      calls = { call_id: new Set(found.map((call) => call['call_id'])), name: new Set(found.map((call) => call['name'])) }
    }
    if (!calls[key].has(value))
      return stateFailures.refused(`No tool call found for function call output with ${key} ${value.slice(0, 200)}.`, '/input')
  }
  return undefined
}

function isCall(item: Json): item is JsonObject {
  return isJsonObject(item) && !outputs.has(item['type']) && typeof item['call_id'] === 'string'
}
