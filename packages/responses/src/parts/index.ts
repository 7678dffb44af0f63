import { isJsonObject } from '@interlingua/core'
import type { HostedResultPart, Item, Json, JsonObject, Part, Pointer } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import { decodeApprovalRequest, decodeApprovalResponse, encodeApproval } from './approval.ts'
import type { DecodeItem, DecodeScope, EncodeScope, Role } from './codec.ts'
import { decodeCompaction, encodeCompaction } from './compaction.ts'
import { isContent } from './content.ts'
import { decodeHosted, encodeHosted, isOutputItem } from './hosted.ts'
import { decodeMessage, encodeMessage } from './message.ts'
import { decodeOpaque, encodeOpaque, wrapValue } from './opaque.ts'
import { decodeReasoning, encodeReasoning } from './reasoning.ts'
import { decodeBuiltinCall, decodeCall, decodeClientSearch, encodeCall } from './tool-call.ts'
import { decodeBuiltinOutput, decodeOutput, encodeResult } from './tool-result.ts'

/** Decoders of all modelled item types beside messages. Any other is carried as an opaque part. */
export const itemDecoders: Readonly<Record<string, DecodeItem>> = {
  reasoning: decodeReasoning,
  function_call: decodeCall,
  custom_tool_call: decodeCall,
  function_call_output: decodeOutput,
  custom_tool_call_output: decodeOutput,
  shell_call: decodeBuiltinCall,
  local_shell_call: decodeBuiltinCall,
  apply_patch_call: decodeBuiltinCall,
  computer_call: decodeBuiltinCall,
  shell_call_output: decodeBuiltinOutput,
  local_shell_call_output: decodeBuiltinOutput,
  apply_patch_call_output: decodeBuiltinOutput,
  computer_call_output: decodeBuiltinOutput,
  tool_search_call: (wire, at, index, scope, into) =>
    wire.execution === 'client' ? decodeClientSearch(wire, at, scope, into) : decodeHosted(wire, at, index, scope, into),
  tool_search_output: decodeBuiltinOutput,
  web_search_call: decodeHosted,
  file_search_call: decodeHosted,
  code_interpreter_call: decodeHosted,
  image_generation_call: decodeHosted,
  mcp_call: decodeHosted,
  mcp_approval_request: decodeApprovalRequest,
  mcp_approval_response: decodeApprovalResponse,
  compaction: decodeCompaction,
}

const roles: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system', developer: 'developer' }

/** Role of an item that is a message; `undefined` for every other item. */
export function roleOf(wire: JsonObject): Role | undefined {
  const { type, role, content } = wire
  if ((type !== undefined && type !== 'message') || typeof role !== 'string' || !Object.hasOwn(roles, role)) return undefined
  return typeof content === 'string' || Array.isArray(content) ? roles[role] : undefined
}

/** Decodes any item of a request or a response (see `DecodeItem`). Total: an unknown one is an opaque part. */
export function decodeItem(wire: Json, at: Pointer, index: number, scope: DecodeScope, into: Part[]): Item | undefined {
  if (!isJsonObject(wire)) return decodeOpaque(wrapValue(wire), at, index, scope, into)
  const role = roleOf(wire)
  if (role !== undefined) return decodeMessage(wire, at, index, role, scope, into)
  const { type } = wire
  const decode = typeof type === 'string' && Object.hasOwn(itemDecoders, type) ? itemDecoders[type] : undefined
  return (decode ?? decodeOpaque)(wire, at, index, scope, into)
}

/**
 * Appends the items of a turn (or candidate) to `into`, in the order of its parts: adjacent content of one `itemId`, or of none, is one
 * message of `role`; a hosted result goes into its call's item. `items`: the turn's entries.
 */
export function encodeItems(
  parts: readonly Part[],
  items: readonly Item[] | undefined,
  role: Role,
  scope: EncodeScope,
  into: WireItem[],
): void {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part === undefined) continue
    if (isContent(part)) {
      let end = i + 1
      for (let next = parts[end]; next !== undefined && isContent(next) && next.itemId === part.itemId; next = parts[end]) end++
      into.push(encodeMessage(parts.slice(i, end), entryOf(part.itemId, items), role, scope, into.length))
      i = end - 1
      continue
    }
    const wire = encodeItem(part, part.type === 'hosted-call' ? resultOf(part.callId, parts) : undefined, scope, into.length)
    if (wire !== undefined) into.push(wire)
    else if (part.type !== 'hosted-result' || !goesWithCall(part, parts, scope)) scope.onLost?.(part)
  }
}

function entryOf(itemId: string | undefined, items: readonly Item[] | undefined): Item | undefined {
  if (itemId === undefined || items === undefined) return undefined
  for (const item of items) if (item.id === itemId) return item
  return undefined
}

function resultOf(callId: string, parts: readonly Part[]): HostedResultPart | undefined {
  for (const part of parts) if (part.type === 'hosted-result' && part.callId === callId && !isOutputItem(part)) return part
  return undefined
}

/** True for a result that was printed in the item of its call. */
function goesWithCall(part: HostedResultPart, parts: readonly Part[], scope: EncodeScope): boolean {
  const call = parts.find((other) => other.type === 'hosted-call' && other.callId === part.callId)
  return call?.type === 'hosted-call' && encodeHosted(call, undefined, scope, 0) !== undefined && resultOf(part.callId, parts) === part
}

/** Item of a part that is one by itself; `undefined` for content, and without an item in this format. `result`: see `encodeItems`. */
export function encodeItem(part: Part, result: HostedResultPart | undefined, scope: EncodeScope, index: number): WireItem | undefined {
  switch (part.type) {
    case 'reasoning':
      return encodeReasoning(part, scope, index)
    case 'tool-call':
      return encodeCall(part, scope, index)
    case 'tool-result':
      return encodeResult(part, scope, index)
    case 'hosted-call':
      return encodeHosted(part, result, scope, index)
    case 'hosted-result': {
      const [held] = part.parts
      return isOutputItem(part) && held?.type === 'opaque' ? encodeOpaque(held) : undefined
    }
    case 'approval':
      return encodeApproval(part, scope, index)
    case 'compaction':
      return encodeCompaction(part, scope, index)
    case 'opaque':
      return hintOf(part).slot === 'content' ? undefined : encodeOpaque(part)
    default:
      return undefined
  }
}

export function createDecodeScope(answer: boolean, vendor: string, model?: string): DecodeScope {
  const contained = new Set<string>()
  return model === undefined ? { answer, vendor, contained } : { answer, vendor, model, contained }
}

export { encodeContent, isContent } from './content.ts'
