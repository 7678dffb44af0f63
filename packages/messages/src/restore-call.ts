import { isJsonObject, parseExactJson, renameKeys } from '@interlingua/core'
import type { Reversals, ToolCallPart } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** A call as the client knows it: its own tool name, call id, kind of tool and names of arguments. */
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

/** The raw text in `{ "input": text }`; what is not wrapped so stays as it is. */
export function unwrapInput(text: string): string {
  const value = parseExactJson(text)
  return isJsonObject(value) && typeof value.input === 'string' ? value.input : text
}
