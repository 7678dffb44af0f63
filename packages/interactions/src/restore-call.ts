import { isJsonObject } from '@interlingua/core'
import type { DecodeState, ToolCallPart } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'

/** A call as the client knows it: its own tool, by name and kind, and its own id. */
export function restoreCall(part: ToolCallPart, sent: DecodeState | undefined): ToolCallPart {
  const ref = sent?.reversals?.toolNames.get(part.name)
  const callId = sent?.reversals?.callIds.get(part.callId) ?? part.callId
  const named = ref === undefined ? part : { ...part, name: ref.name, ...(ref.namespace !== undefined && { namespace: ref.namespace }) }
  const call: ToolCallPart = { ...named, callId, ...(ref?.kind === 'builtin' && { kind: 'builtin' }) }
  return isWrapped(part.name, sent) ? { ...call, kind: 'custom', arguments: unwrapInput(part.arguments) } : call
}

/** True: the arguments of the tool hold its raw text as one member. */
export function isWrapped(name: string, sent: DecodeState | undefined): boolean {
  return sent?.reversals?.wrappedTools.has(name) === true
}

/** Raw text in `{ "input": text }`; any other text stays. */
export function unwrapInput(text: string): string {
  const value = parseExactJson(text)
  return isJsonObject(value) && typeof value['input'] === 'string' ? value['input'] : text
}
