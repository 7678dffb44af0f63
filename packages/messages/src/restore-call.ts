import { isJsonObject } from '@interlingua/core'
import { parseExactJson, renameKeys } from '@interlingua/core/adapter'
import type { Reversals, ToolCallPart } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** Restores a call for the client: its own tool name, call id, kind of tool and names of arguments. */
export function restoreCall(part: ToolCallPart, reversals: Reversals): ToolCallPart {
  const ref = reversals.toolNames.get(part.name)
  const wrapped = reversals.wrappedTools.has(part.name)
  const callId = reversals.callIds.get(part.callId)
  const keys = reversals.argumentKeys?.get(part.name)
  if (ref === undefined && !wrapped && callId === undefined && keys === undefined) return part
  const call: Draft<ToolCallPart> = { ...part }
  if (ref) {
    call.name = ref.name
    if (ref.namespace !== undefined) call.namespace = ref.namespace
    if (ref.kind === 'builtin') call.kind = 'builtin'
  }
  if (callId !== undefined) call.callId = callId
  if (keys) call.arguments = renameKeys(part.arguments, keys)
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
