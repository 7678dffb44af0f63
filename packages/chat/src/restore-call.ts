import type { Reversals, ToolCallPart } from '@interlingua/core'
import { parseJsonObject, renameKeys } from '@interlingua/core/adapter'

/** Restores a call for the client: its tool's own name, id, kind and names of arguments. */
export function restoreCall(part: ToolCallPart, reversals: Reversals | undefined): ToolCallPart {
  if (reversals === undefined) return part
  const ref = reversals.toolNames.get(part.name)
  const callId = reversals.callIds.get(part.callId)
  const wrapped = reversals.wrappedTools.has(part.name)
  const keys = reversals.argumentKeys?.get(part.name)
  if (ref === undefined && callId === undefined && !wrapped && keys === undefined) return part
  return {
    ...part,
    ...(ref && { name: ref.name }),
    ...(ref?.namespace !== undefined && { namespace: ref.namespace }),
    ...(ref?.kind !== undefined && { kind: ref.kind }),
    ...(callId !== undefined && { callId }),
    ...(keys && { arguments: renameKeys(part.arguments, keys) }),
    ...(wrapped && { kind: 'custom', arguments: unwrapInput(part.arguments) }),
  }
}

/** Raw text in `{"input": text}`; text of any other form is returned as it is, if a model did not keep to the schema. */
export function unwrapInput(text: string): string {
  const input = parseJsonObject(text)?.['input']
  return typeof input === 'string' ? input : text
}
