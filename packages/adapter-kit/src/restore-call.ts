import type { DecodeState, ToolCallPart } from '@interlingua/core'

/** A call by the name that the client knows, where lowering gave the tool another one. */
export function restoreCall(part: ToolCallPart, sent: DecodeState | undefined): ToolCallPart {
  const ref = sent?.reversals?.toolNames.get(part.name)
  return ref === undefined ? part : { ...part, name: ref.name, ...(ref.namespace !== undefined && { namespace: ref.namespace }) }
}
