import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { HostedCallPart, HostedResultPart, Json, JsonObject, Part, Pointer } from '@interlingua/core'
import { addRest, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { itemExtension, statusOf } from './item-id.ts'
import { opaqueItem } from './opaque.ts'
import { hostedItems } from './hosted-items.ts'
import type { HostedItem } from './hosted-items.ts'
import { decodeHostedResult, encodeHostedResult } from './hosted-result.ts'
import { partFields } from './part-fields.ts'
import { encodeCall } from './tool-call.ts'

/** Fields of items whose own keys are the arguments. */
const itemFields = { ...partFields, arguments: '' } as const

/** Decodes an item of a hosted tool: its call, and the result if the item has one. Both share the item's id. */
export function decodeHosted(wire: JsonObject, at: Pointer, index: number, scope: DecodeScope, into: Part[]): undefined {
  const known = hostedItems[wire.type as string] as HostedItem // the table of item types has this decoder for its keys alone
  const own = typeof wire.id === 'string' && wire.id !== '' ? wire.id : undefined
  const id = own ?? `item_${index}`
  const part: Draft<HostedCallPart> = {
    type: 'hosted-call',
    callId: id,
    itemId: id,
    family: known.family,
    arguments: '',
    at,
    fields: known.family === 'mcp' ? partFields : itemFields,
  }
  const result = decodeHostedResult(wire, id, at, scope)
  const hint: JsonDraft = { type: wire.type as string } // see above
  if (own === undefined) hint.id = 'absent'
  let rest: JsonDraft | undefined
  let args: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || (key === 'id' && own !== undefined) || result?.read.has(key)) continue
    if (key === 'container_id' && value === '') {
      // The container of another format's code is unknown.
      hint.container = ''
      continue
    }
    if (key === 'status' && typeof value === 'string') {
      part.status = value
      continue
    }
    if (known.family === 'mcp') {
      if (key === 'server_label' && typeof value === 'string') part.server = value
      else if (key === 'name' && typeof value === 'string') part.name = value
      else if (key === 'arguments' && typeof value === 'string') part.arguments = value
      else rest = keep(rest, key, value)
    } else if (known.arguments.has(key) && !(key === known.bare && value === null)) args = keep(args, key, value)
    else rest = keep(rest, key, value)
  }
  if (args) part.arguments = JSON.stringify(known.bare === undefined ? args : (args[known.bare] ?? null))
  const extensions = itemExtension(rest, hint, undefined)
  if (extensions) part.extensions = extensions
  into.push(part)
  if (result) into.push(result.part)
}

/** Item of a call and its result; `undefined` if this format has none for them. */
export function encodeHosted(
  call: HostedCallPart,
  result: HostedResultPart | undefined,
  scope: EncodeScope,
  index: number,
): WireItem | undefined {
  const hint = hintOf(call)
  if (hint.type === 'shell_call') return encodeCall({ ...call, type: 'tool-call', name: 'shell', kind: 'builtin' }, scope, index)
  const own = typeof hint.type === 'string' ? hint.type : undefined
  const type = own ?? foreignTypes[call.family]
  const known = type === undefined ? undefined : hostedItems[type]
  if (type === undefined || known === undefined || (own === undefined && !scope.answer)) return undefined
  const wire: JsonDraft = { type }
  // Clients of another format's response refer to the call, and parts bound to it, by its id there.
  const passed = own === undefined && /^[\w-]{1,64}$/.test(call.callId) ? call.callId : undefined
  const id = scope.idOf(own === undefined ? passed : hint.id === 'absent' ? undefined : call.itemId, known.prefix, index)
  if (id !== undefined) wire.id = id
  const failed = own === undefined && result?.isError === true ? 'failed' : undefined
  const status = call.status ?? failed ?? (own === undefined ? statusOf(hint, scope.answer) : undefined)
  if (status !== undefined) wire.status = status
  if (known.family === 'mcp') {
    if (call.server !== undefined || own === undefined) wire.server_label = call.server ?? ''
    if (call.name !== undefined || own === undefined) wire.name = call.name ?? ''
    if (call.arguments !== '' || own === undefined || restOf(call).arguments === undefined) wire.arguments = call.arguments
  } else writeArguments(wire, call.arguments, known, own === undefined)
  if (result) encodeHostedResult(wire, result, scope)
  if (own === undefined) known.complete?.(wire)
  if (hint.container === '') wire.container_id = ''
  return addRest(wire, restOf(call))
}

/** Item types for families of other formats. */
const foreignTypes: Readonly<Record<string, string>> = {
  'web-search': 'web_search_call',
  'code-execution': 'code_interpreter_call',
  mcp: 'mcp_call',
}

function writeArguments(wire: JsonDraft, text: string, known: HostedItem, foreign: boolean): void {
  if (text === '') return
  const given: Json = parseExactJson(text) ?? text
  const value = foreign && known.adapt ? known.adapt(given) : given
  if (known.bare !== undefined) wire[known.bare] = known.read === undefined ? value : known.read(value)
  else if (isJsonObject(value)) for (const key in value) if (known.arguments.has(key)) keep(wire, key, value[key] ?? null)
}

/** Decodes an output item that the provider made itself: a result that is kept as it is. */
export function decodeServerOutput(wire: JsonObject, at: Pointer, index: number, into: Part[]): undefined {
  const callId = typeof wire.call_id === 'string' ? wire.call_id : typeof wire.id === 'string' ? wire.id : `item_${index}`
  into.push({ type: 'hosted-result', callId, parts: [opaqueItem(wire, at)], at, fields: partFields, extensions: outputItem })
}

const outputItem = { responses: { hint: { item: true } } } as const

/** True for a result that is an item by itself, and no part of its call's. */
export function isOutputItem(part: HostedResultPart): boolean {
  return hintOf(part).item === true
}
