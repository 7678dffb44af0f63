import type { ApprovalPart, JsonObject, Part, Pointer } from '@interlingua/core'
import { addRest, extensionOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeItemId } from './item-id.ts'
import { partFields } from './part-fields.ts'

/**
 * Decodes `mcp_approval_request`, by which the server asks whether it may call; the request's own id is the call's id, and the call itself
 * stays in the rest.
 */
export function decodeApprovalRequest(wire: JsonObject, at: Pointer, index: number, _scope: DecodeScope, into: Part[]): undefined {
  const part: Draft<ApprovalPart> = { type: 'approval', direction: 'request', requestId: `item_${index}`, at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'id' && decodeItemId(part, value)) part.requestId = String(value)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest)
  if (extensions) part.extensions = extensions
  into.push(part)
}

export function decodeApprovalResponse(wire: JsonObject, at: Pointer, _index: number, _scope: DecodeScope, into: Part[]): undefined {
  const part: Draft<ApprovalPart> = { type: 'approval', direction: 'response', requestId: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'approval_request_id' && typeof value === 'string') part.requestId = value
    else if (key === 'approve' && typeof value === 'boolean') part.approve = value
    else if (key === 'id' && decodeItemId(part, value)) continue
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest)
  if (extensions) part.extensions = extensions
  into.push(part)
}

export function encodeApproval(part: ApprovalPart, scope: EncodeScope, index: number): WireItem {
  const wire: JsonDraft = {}
  if (part.direction === 'request') {
    wire.type = 'mcp_approval_request'
    const id = scope.idOf(part.itemId, 'mcpr_', index)
    if (id !== undefined) wire.id = id
  } else {
    wire.type = 'mcp_approval_response'
    if (part.itemId !== undefined) wire.id = part.itemId
    if (part.requestId !== '') wire.approval_request_id = part.requestId
    if (part.approve !== undefined) wire.approve = part.approve
  }
  return addRest(wire, restOf(part))
}
