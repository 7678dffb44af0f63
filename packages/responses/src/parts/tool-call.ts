import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { HostedCallPart, Item, Json, JsonObject, Part, Pointer, ToolCallPart } from '@interlingua/core'
import { addRest, hasKeys, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { builtinCalls, builtinCallTypes } from './builtin-calls.ts'
import type { BuiltinCall } from './builtin-calls.ts'
import { decodeCaller, encodeCaller, isDirect } from './caller.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeItemId, itemExtension, statusOf } from './item-id.ts'
import { partFields } from './part-fields.ts'

/** Decodes `function_call` and `custom_tool_call`. https://platform.openai.com/docs/guides/function-calling */
export function decodeCall(wire: JsonObject, at: Pointer, _index: number, scope: DecodeScope, into: Part[]): undefined {
  const custom = wire.type === 'custom_tool_call'
  const slot = custom ? 'input' : 'arguments'
  const part: Draft<ToolCallPart> = {
    type: 'tool-call',
    callId: '',
    name: '',
    kind: custom ? 'custom' : 'function',
    arguments: '',
    at,
    fields: custom ? customFields : partFields,
  }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'status' || value === undefined) continue
    if (key === 'call_id' && typeof value === 'string') part.callId = value
    else if (key === 'name' && typeof value === 'string') part.name = value
    else if (key === slot && typeof value === 'string') part.arguments = value
    else if (key === slot && isJsonObject(value)) {
      // Some compatible servers send the arguments as an object instead of its text.
      part.arguments = JSON.stringify(value)
      hint = keep(hint, 'arguments', 'object')
    } else if (key === 'namespace' && typeof value === 'string') part.namespace = value
    else if (key === 'id' && decodeItemId(part, value)) continue
    else if (key === 'caller' && isDirect(value)) hint = keep(hint, 'caller', 'direct')
    else if (key === 'caller' && decodeCaller(part, value)) continue
    else rest = keep(rest, key, value)
  }
  finishCall(part, wire, rest, hint, scope, into)
}

const customFields = { ...partFields, arguments: '/input' } as const

/** Notes `status` in the hint; in a response also its absence, since a server always sends it. */
function finishCall(
  part: Draft<ToolCallPart>,
  wire: JsonObject,
  rest: JsonDraft | undefined,
  hint: JsonDraft | undefined,
  scope: DecodeScope,
  into: Part[],
): undefined {
  const { status } = wire
  const usual = scope.answer && status === 'completed' && part.kind !== 'custom'
  const missing = scope.answer && status === undefined && part.kind !== 'custom'
  const extensions = itemExtension(rest, hint, usual ? undefined : missing ? 'absent' : status)
  if (extensions) part.extensions = extensions
  into.push(part)
}

/** Decodes `shell_call`, `local_shell_call`, `apply_patch_call`, `computer_call`: the arguments are the text of the action. */
export function decodeBuiltinCall(wire: JsonObject, at: Pointer, _index: number, scope: DecodeScope, into: Part[]): Item | undefined {
  const call = builtinCalls[wire.type as string] as BuiltinCall // the table of item types has this decoder for its keys alone
  const part: Draft<ToolCallPart> = {
    type: 'tool-call',
    callId: '',
    name: call.name,
    kind: 'builtin',
    arguments: '',
    at,
    fields: partFields,
  }
  const args: JsonDraft = {}
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'status' || value === undefined) continue
    if (key === 'call_id' && typeof value === 'string') part.callId = value
    else if (call.keys.includes(key) && value !== null) args[key] = value
    else if (key === 'id' && decodeItemId(part, value)) continue
    else if (key === 'caller' && isDirect(value)) hint = keep(hint, 'caller', 'direct')
    else if (key === 'caller' && decodeCaller(part, value)) continue
    else rest = keep(rest, key, value)
  }
  if (hasKeys(args)) part.arguments = JSON.stringify(call.bare ? args[call.keys[0]] : args)
  if (wire.type === 'shell_call' && isContained(wire.environment)) {
    scope.contained.add(part.callId)
    into.push(asHosted(part, wire, rest, hint))
    return undefined
  }
  return finishCall(part, wire, rest, hint, scope, into)
}

function isContained(environment: Json | undefined): boolean {
  return isJsonObject(environment) && typeof environment.type === 'string' && environment.type.startsWith('container')
}

/** Makes a hosted call of a shell call in the provider's container, which the client does not run. */
function asHosted(part: ToolCallPart, wire: JsonObject, rest: JsonDraft | undefined, hint: JsonDraft | undefined): HostedCallPart {
  const hosted: Draft<HostedCallPart> = {
    type: 'hosted-call',
    callId: part.callId,
    family: 'shell',
    name: part.name,
    arguments: part.arguments,
    at: part.at ?? '',
    fields: partFields,
  }
  if (part.itemId !== undefined) hosted.itemId = part.itemId
  const extensions = itemExtension(rest, keep(hint, 'type', 'shell_call'), wire.status ?? 'absent')
  if (extensions) hosted.extensions = extensions
  return hosted
}

/** Decodes a `tool_search_call` that the client runs; its arguments may be of any JSON type. */
export function decodeClientSearch(wire: JsonObject, at: Pointer, scope: DecodeScope, into: Part[]): undefined {
  const part: Draft<ToolCallPart> = {
    type: 'tool-call',
    callId: '',
    name: 'tool_search',
    kind: 'builtin',
    arguments: '',
    at,
    fields: partFields,
  }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'status' || key === 'execution' || value === undefined) continue
    if (key === 'call_id' && typeof value === 'string') part.callId = value
    else if (key === 'arguments' && value !== null) part.arguments = JSON.stringify(value)
    else if (key === 'id' && decodeItemId(part, value)) continue
    else rest = keep(rest, key, value)
  }
  return finishCall(part, wire, rest, undefined, scope, into)
}

/** Item type of a call: its own, or the one that the request declared under its name. */
export function callTypeOf(part: ToolCallPart, scope: EncodeScope): string {
  if (part.kind === 'custom') return 'custom_tool_call'
  const type = part.kind === 'builtin' ? builtinCallTypes[part.name] : scope.builtins?.get(part.name)
  return type ?? 'function_call'
}

/** Makes a new object. */
export function encodeCall(part: ToolCallPart, scope: EncodeScope, index: number): JsonDraft {
  const type = callTypeOf(part, scope)
  const call = Object.hasOwn(builtinCalls, type) ? builtinCalls[type] : undefined
  const hint = hintOf(part)
  const id = scope.idOf(part.itemId, prefixOf(type, call), index)
  // Nearly all calls of other formats are plain function calls; building them key by key takes twice as long.
  if (type === 'function_call' && id !== undefined && scope.answer && isBare(part))
    return { type, id, status: 'completed', call_id: part.callId, name: part.name, arguments: writtenArguments(part, scope) }
  const wire: JsonDraft = { type }
  if (id !== undefined) wire.id = id
  const status = statusOf(hint, scope.answer && part.kind !== 'custom')
  if (status !== undefined) wire.status = status
  if (part.callId !== '' || restOf(part).call_id === undefined) wire.call_id = part.callId
  if (call) writeAction(wire, part.arguments, call)
  else if (type === 'tool_search_call') {
    if (part.arguments !== '' || restOf(part).arguments === undefined)
      wire.arguments = part.arguments === '' ? {} : (parseExactJson(part.arguments) ?? part.arguments)
    wire.execution = 'client'
  } else {
    wire.name = part.name
    wire[part.kind === 'custom' ? 'input' : 'arguments'] =
      hint.arguments === 'object' ? (parseExactJson(part.arguments) ?? part.arguments) : writtenArguments(part, scope)
    if (part.namespace !== undefined) wire.namespace = part.namespace
  }
  if (part.caller) wire.caller = encodeCaller(part.caller)
  else if (hint.caller === 'direct') wire.caller = { type: 'direct' }
  if (part.extensions !== undefined) addRest(wire, restOf(part))
  if (type === 'computer_call') wire.pending_safety_checks ??= []
  if (scope.answer && part.itemId === undefined && part.extensions?.responses === undefined) call?.complete?.(wire)
  return wire
}

function isBare({ extensions, caller, namespace }: ToolCallPart): boolean {
  return extensions?.responses === undefined && caller === undefined && namespace === undefined
}

/** Arguments of a call: `{}` for an empty text, since clients parse it, unless this format's server sent it so. */
function writtenArguments(part: ToolCallPart, scope: EncodeScope): string {
  if (part.arguments !== '' || part.kind === 'custom') return part.arguments
  return scope.answer && part.itemId === undefined ? '{}' : ''
}

function prefixOf(type: string, call: BuiltinCall | undefined): string {
  if (call) return call.prefix
  if (type === 'custom_tool_call') return 'ctc_'
  return type === 'function_call' ? 'fc_' : 'tsc_'
}

/** Puts the arguments under their own keys; a model of another format may have left the key out, or put it in. */
function writeAction(wire: JsonDraft, text: string, call: BuiltinCall): void {
  if (text === '') return
  const value: Json = parseExactJson(text) ?? text
  if (!isJsonObject(value) || !call.keys.some((key) => isJsonObject(value[key]) || Array.isArray(value[key]))) {
    wire[call.keys[0]] = value
    return
  }
  for (const key of call.keys) if (value[key] !== undefined) wire[key] = value[key]
}
