import { parseJsonObject } from '@interlingua/core'
import type { Reversals, ToolCallPart } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** A call as the client knows it: its own tool name, call id and kind of tool. */
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

/** The raw text in `{ "input": text }`; a model that did not keep to the schema is taken at its word. */
export function unwrapInput(text: string): string {
  const input = parseJsonObject(text)?.input
  return typeof input === 'string' ? input : text
}
