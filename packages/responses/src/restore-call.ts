import { parseJsonObject } from '@interlingua/core/adapter'
import type { Reversals, ToolCallPart } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** Restores a call for the client: its own tool name, call id and kind of tool. */
export function restoreCall(part: ToolCallPart, reversals: Reversals): ToolCallPart {
  const ref = reversals.toolNames.get(part.name)
  const wrapped = reversals.wrappedTools.has(part.name)
  const callId = reversals.callIds.get(part.callId)
  if (ref === undefined && !wrapped && callId === undefined) return part
  const call: Draft<ToolCallPart> = { ...part }
  if (ref) {
    call.name = ref.name
    if (ref.namespace !== undefined) call.namespace = ref.namespace
    if (ref.kind !== undefined) call.kind = ref.kind
  }
  if (callId !== undefined) call.callId = callId
  if (wrapped) {
    call.kind = 'custom'
    call.arguments = unwrapInput(part.arguments)
  }
  return call
}

/** Raw text in `{ "input": text }`; text of any other form is returned as it is, if a model did not keep to the schema. */
export function unwrapInput(text: string): string {
  const input = parseJsonObject(text)?.input
  return typeof input === 'string' ? input : text
}
