import type { HostedCallPart, Part, ToolCallPart } from '@interlingua/core'

/** True for both kinds of call, which are written the same way. */
export function isCallPart(value: Part): value is ToolCallPart | HostedCallPart {
  return value.type === 'tool-call' || value.type === 'hosted-call'
}

/** True for a call whose input is raw text, which is printed whole, as JSON. */
export function isRaw(value: Part): boolean {
  return value.type === 'tool-call' && value.kind === 'custom'
}

/** Members that the printing of arguments needs of either kind. */
export function asCall(value: ToolCallPart | HostedCallPart): Pick<ToolCallPart, 'arguments' | 'kind'> {
  return value.type === 'tool-call' ? value : { arguments: value.arguments, kind: 'function' }
}
