import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { Reversals, ToolCallPart } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** Restores a call for the client: its own tool name, call id and kind of tool. */
export function restoreCall(part: ToolCallPart, reversals: Reversals | undefined): ToolCallPart {
  if (reversals === undefined) return part
  const { toolNames, wrappedTools, callIds } = reversals
  if (toolNames.size === 0 && wrappedTools.size === 0 && callIds.size === 0) return part
  const ref = toolNames.get(part.name)
  const wrapped = wrappedTools.has(part.name)
  const callId = callIds.get(part.callId)
  if (ref === undefined && !wrapped && callId === undefined) return part
  const call: Draft<ToolCallPart> = { ...part }
  if (ref) {
    call.name = ref.name
    if (ref.namespace !== undefined) call.namespace = ref.namespace
  }
  if (callId !== undefined) call.callId = callId
  if (wrapped) {
    call.kind = 'custom'
    call.arguments = unwrapInput(part.arguments)
  }
  return call
}

/** Raw text in `{ "input": text }`; text of any other form is returned as it is. */
export function unwrapInput(text: string): string {
  const value = parseExactJson(text)
  return isJsonObject(value) && typeof value.input === 'string' ? value.input : text
}
