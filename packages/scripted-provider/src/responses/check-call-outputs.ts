import type { Failure } from '@interlingua/core'
import { refuseResponses } from './refuse-responses.ts'
import type { WireItem } from './shapes/read-item.ts'

/** The output and the vendor's name of each kind of call. */
const outputs = {
  function_call: ['function_call_output', 'function call'],
  custom_tool_call: ['custom_tool_call_output', 'custom tool call'],
  shell_call: ['shell_call_output', 'shell call'],
  apply_patch_call: ['apply_patch_call_output', 'apply patch call'],
  computer_call: ['computer_call_output', 'computer call'],
  tool_search_call: ['tool_search_output', 'tool search call'],
} as const

/** Checks that every call has an output of its kind after it, and every output such a call before it. */
export function checkCallOutputs(items: readonly WireItem[]): Failure | undefined {
  const open = new Map<string, string>()
  const called = new Set<string>()
  for (const item of items) {
    if (!('call_id' in item) || item.call_id === undefined) continue
    if (isCall(item)) {
      const key = `${outputs[item.type][0]} ${item.call_id}`
      called.add(key)
      const waits = !('async' in item && item.async === true) && (item.type !== 'tool_search_call' || item.execution === 'client')
      if (waits) open.set(key, `No tool output found for ${outputs[item.type][1]} ${item.call_id}.`)
      continue
    }
    const kind = Object.values(outputs).find(([output]) => output === item.type)
    if (!kind) continue
    const key = `${kind[0]} ${item.call_id}`
    if (!called.has(key)) return refuseResponses(`No tool call found for ${kind[1]} output with call_id ${item.call_id}.`, 'input')
    open.delete(key)
  }
  for (const message of open.values()) return refuseResponses(message, 'input')
  return undefined
}

function isCall(item: WireItem): item is Extract<WireItem, { type: keyof typeof outputs }> {
  return Object.hasOwn(outputs, item.type)
}
