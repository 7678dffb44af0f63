import type { HostedCallPart, Part, ToolCallPart } from '@interlingua/core'

/** Both kinds of call are written the same way. */
export function isCallPart(value: Part): value is ToolCallPart | HostedCallPart {
  return value.type === 'tool-call' || value.type === 'hosted-call'
}

/** A call whose input is raw text: printed whole, as JSON. */
export function isRaw(value: Part): boolean {
  return value.type === 'tool-call' && value.kind === 'custom'
}

/** What the printing of arguments needs of either kind. */
export function asCall(value: ToolCallPart | HostedCallPart): Pick<ToolCallPart, 'arguments' | 'kind'> {
  return value.type === 'tool-call' ? value : { arguments: value.arguments, kind: 'function' }
}
