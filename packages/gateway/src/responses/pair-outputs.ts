import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { stateFailures } from './failures.ts'

/**
 * Gives each output that names its tool in place of a call the id of the only open call of that tool, which may be in an earlier answer. Several such
 * calls are refused, since a guess could swap two outputs. The same list where nothing is to be done.
 */
export function pairOutputs(input: readonly Json[], before: readonly Json[]): readonly Json[] | FailureReply {
  if (!input.some(namesTool)) return input
  const open = new Map<string, JsonObject>()
  for (const item of before) followCalls(open, item)
  const paired: Json[] = []
  for (const item of input) {
    const calls = namesTool(item) ? [...open.values()].filter(({ name }) => name === item['name']) : []
    const [call, other] = calls
    if (other !== undefined)
      return stateFailures.refused(
        `Several calls of ${String(other['name']).slice(0, 64)} have no output: name one by its call_id.`,
        '/input',
      )
    const id = call?.['call_id']
    const next = isJsonObject(item) && id !== undefined ? { ...item, call_id: id } : item
    paired.push(next)
    followCalls(open, next)
  }
  return paired
}

/** Adds a call to those without an output, or takes away the one that an output is of. */
function followCalls(open: Map<string, JsonObject>, item: Json): void {
  if (!isJsonObject(item) || typeof item['call_id'] !== 'string') return
  if (item['type'] === 'function_call') open.set(item['call_id'], item)
  else if (item['type'] === 'function_call_output') open.delete(item['call_id'])
}

function namesTool(item: Json): item is JsonObject {
  return (
    isJsonObject(item) && item['type'] === 'function_call_output' && typeof item['call_id'] !== 'string' && typeof item['name'] === 'string'
  )
}
