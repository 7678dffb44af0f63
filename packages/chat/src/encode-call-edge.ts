import type { JsonObject, ToolCallPart } from '@interlingua/core'
import { mergeRest } from '@interlingua/core/adapter'
import { hintOf, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeToolCall } from './parts/tool-call.ts'

/** Delta that begins a call: its name, its id, and the arguments so far. */
export function encodeCallStart(value: ToolCallPart, call: number): JsonObject {
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

/**
 * Delta with facts about a call that became known while it was streamed; `undefined` if there are none. `said`: length of the arguments so
 * far; `asked`: the client declared `functions`.
 */
export function encodeCallEnd(
  value: ToolCallPart,
  call: number,
  said: number,
  late: JsonObject | undefined,
  asked: boolean,
): JsonObject | undefined {
  const legacy = hintOf(value)?.['legacy'] === true
  const wire: WireDraft = legacy ? {} : { index: call }
  // Clients parse the arguments even if there are none, and an empty text is not JSON.
  if (said === 0 && value.kind !== 'custom' && !legacy) wire['function'] = { arguments: '{}' }
  else if (said === 0 && legacy && asked) wire['arguments'] = '{}'
  else if (late === undefined) return undefined
  if (late) mergeRest(wire, late)
  return legacy ? { function_call: wire } : { tool_calls: [wire] }
}
