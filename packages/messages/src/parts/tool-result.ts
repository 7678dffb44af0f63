import type { Json, JsonObject, Part, Pointer, ToolResultPart } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { partFields } from './part-fields.ts'

/** A `tool_result` block. */
export function decodeToolResult(wire: JsonObject, at: Pointer, scope: DecodeScope): ToolResultPart {
  const part: Draft<ToolResultPart> = { type: 'tool-result', callId: '', parts: [], at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonObject | undefined = { content: 'absent' }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'tool_use_id' && typeof value === 'string') part.callId = value
    else if (key === 'is_error' && typeof value === 'boolean') part.isError = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'content' && typeof value === 'string') {
      part.parts = [{ type: 'text', text: value, at: `${at}/content` }]
      hint = { content: 'string' }
    } else if (key === 'content' && Array.isArray(value)) {
      part.parts = scope.blocks(value, `${at}/content`)
      hint = undefined
    } else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  return part
}

export function encodeToolResult(part: ToolResultPart, scope: EncodeScope): WireBlock {
  const wire: JsonDraft & { type: string } = { type: 'tool_result', tool_use_id: part.callId }
  const content = encodeContent(part.parts, hintOf(part).content, scope)
  if (content !== undefined) wire.content = content
  if (part.isError !== undefined) wire.is_error = part.isError
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}

/** Content in its original spelling, if that still fits. */
export function encodeContent(parts: readonly Part[], spelling: Json | undefined, scope: EncodeScope): Json | undefined {
  const only = parts[0]
  if (spelling === 'string' && parts.length === 1 && only?.type === 'text' && only.cache === undefined) return only.text
  if (spelling === 'absent' && parts.length === 0) return undefined
  return scope.blocks(parts)
}
