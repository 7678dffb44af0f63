import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { Json, JsonObject, Pointer, ToolCallPart } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { partFields } from './part-fields.ts'

/** A `tool_use` block. https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview */
export function decodeToolUse(wire: JsonObject, at: Pointer, scope: DecodeScope): ToolCallPart {
  const part: Draft<ToolCallPart> = { type: 'tool-call', callId: '', name: '', kind: 'function', arguments: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonObject | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'id' && typeof value === 'string') part.callId = value
    else if (key === 'name' && typeof value === 'string') part.name = value
    else if (key === 'input') part.arguments = JSON.stringify(value)
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else if (key === 'caller') {
      // A direct call is the only kind of every other format, so it needs no field.
      if (isDirect(value)) hint = { caller: 'direct' }
      else if (!decodeCaller(part, value)) rest = keep(rest, key, value)
    } else rest = keep(rest, key, value)
  }
  if (!Object.hasOwn(wire, 'input')) hint = { ...hint, input: 'absent' }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  if (scope.inputs && isJsonObject(wire.input)) scope.inputs.push({ text: part.arguments, value: wire.input })
  return part
}

function isDirect(value: Json): boolean {
  return isJsonObject(value) && value.type === 'direct' && Object.keys(value).length === 1
}

function decodeCaller(part: Draft<ToolCallPart>, value: Json): boolean {
  if (!isJsonObject(value) || typeof value.type !== 'string') return false
  const { type, tool_id: id } = value
  if (Object.keys(value).length !== (id === undefined ? 1 : 2) || (id !== undefined && typeof id !== 'string')) return false
  part.caller = id === undefined ? { type } : { type, id }
  return true
}

export function encodeToolUse(part: ToolCallPart, scope: EncodeScope): WireBlock {
  const hint = hintOf(part)
  const wire: JsonDraft & { type: string } = { type: 'tool_use', id: part.callId, name: part.name }
  if (part.arguments !== '' || hint.input !== 'absent') wire.input = scope.inputOf?.(part.arguments) ?? encodeArguments(part)
  if (part.caller)
    wire.caller = part.caller.id === undefined ? { type: part.caller.type } : { type: part.caller.type, tool_id: part.caller.id }
  else if (hint.caller === 'direct' || scope.complete?.()) wire.caller = { type: 'direct' }
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}

/** Input of a call. Text that is not JSON is wrapped, so that nothing of it is lost. */
export function encodeArguments(part: Pick<ToolCallPart, 'arguments' | 'kind'>): Json {
  if (part.kind === 'custom') return { input: part.arguments }
  if (part.arguments === '') return {}
  const value = parseExactJson(part.arguments)
  if (value === undefined) return { _raw: part.arguments }
  return isJsonObject(value) ? value : { _value: value }
}
