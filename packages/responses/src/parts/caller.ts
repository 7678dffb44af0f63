import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, ToolCallPart } from '@interlingua/core'
import type { Draft } from '../extension.ts'

/**
 * Decodes `caller`; a direct call is the only kind of every other format, so only a program's is a field. Returns `false` for a value that
 * belongs to the rest.
 */
export function decodeCaller(part: Draft<ToolCallPart>, value: Json): boolean {
  if (!isJsonObject(value) || typeof value.type !== 'string' || typeof value.caller_id !== 'string') return false
  if (Object.keys(value).length !== 2) return false
  part.caller = { type: value.type, id: value.caller_id }
  return true
}

export function isDirect(value: Json): boolean {
  return isJsonObject(value) && value.type === 'direct' && Object.keys(value).length === 1
}

export function encodeCaller(caller: NonNullable<ToolCallPart['caller']>): JsonObject {
  return caller.id === undefined ? { type: caller.type } : { type: caller.type, caller_id: caller.id }
}
