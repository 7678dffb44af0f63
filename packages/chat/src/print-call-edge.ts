import type { JsonObject, ToolCallPart } from '@interlingua/core'
import { mergeRest } from '@interlingua/core'
import { hintOf, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeToolCall } from './parts/tool-call.ts'

/** The delta that begins a call: its name, its id, and what is known of its arguments. */
export function printCallStart(value: ToolCallPart, call: number): JsonObject {
  const whole: WireDraft = {
    index: call,
    ...encodeToolCall(value, true),
    id: value.callId,
    type: value.kind === 'custom' ? 'custom' : 'function',
  }
  if (hintOf(value)?.['legacy'] !== true) return { tool_calls: [whole] }
  const legacy: WireDraft = { name: value.name, arguments: value.arguments }
  const rest = restOf(value)
  if (rest) mergeRest(legacy, rest)
  return { function_call: legacy }
}

/** What became known of a call while it was streamed; `undefined` for nothing. `said`: how much of its arguments. `asked`: for `functions`. */
export function printCallEnd(
  value: ToolCallPart,
  call: number,
  said: number,
  late: JsonObject | undefined,
  asked: boolean,
): JsonObject | undefined {
  const legacy = hintOf(value)?.['legacy'] === true
  const wire: WireDraft = legacy ? {} : { index: call }
  // Clients parse the arguments of a call without any: nothing is no JSON.
  if (said === 0 && value.kind !== 'custom' && !legacy) wire['function'] = { arguments: '{}' }
  else if (said === 0 && legacy && asked) wire['arguments'] = '{}'
  else if (late === undefined) return undefined
  if (late) mergeRest(wire, late)
  return legacy ? { function_call: wire } : { tool_calls: [wire] }
}
