import { isJsonObject, parseExactJson } from '@interlingua/core'
import type { HostedCallPart, HostedResultPart, Json, JsonObject, Part, Pointer } from '@interlingua/core'
import { addRest, hintOf, keep, restOf } from '../extension.ts'
import type { Bag, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { itemBox, statusOf } from './item-id.ts'
import { opaqueItem } from './opaque.ts'
import { hostedItems } from './hosted-items.ts'
import type { HostedItem } from './hosted-items.ts'
import { decodeHostedResult, encodeHostedResult } from './hosted-result.ts'
import { partFields } from './part-fields.ts'
import { encodeCall } from './tool-call.ts'

/** What was asked stands in keys of the item itself. */
const itemFields = { ...partFields, arguments: '' } as const

/** An item of a tool that the provider ran: its call, and the result where the item has one. Both share the item's id. */
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
  const hint: Bag = { type: wire.type as string } // see above
  if (own === undefined) hint.id = 'absent'
  let rest: Bag | undefined
  let args: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || (key === 'id' && own !== undefined) || result?.read.has(key)) continue
    if (key === 'container_id' && value === '') {
      // Of another format's code nobody knows where it ran.
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
  const extensions = itemBox(rest, hint, undefined)
  if (extensions) part.extensions = extensions
  into.push(part)
  if (result) into.push(result.part)
}

/** The one item of a call and its result. `undefined` for what has no item of this format. */
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
  const wire: Bag = { type }
  // The client of another format's answer names the call, and what is bound to it, by the id that it had there.
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

/** Families of other formats that have an item here. */
const foreignTypes: Readonly<Record<string, string>> = {
  'web-search': 'web_search_call',
  'code-execution': 'code_interpreter_call',
  mcp: 'mcp_call',
}

function writeArguments(wire: Bag, text: string, known: HostedItem, foreign: boolean): void {
  if (text === '') return
  const given: Json = parseExactJson(text) ?? text
  const value = foreign && known.adapt ? known.adapt(given) : given
  if (known.bare !== undefined) wire[known.bare] = known.read === undefined ? value : known.read(value)
  else if (isJsonObject(value)) for (const key in value) if (known.arguments.has(key)) keep(wire, key, value[key] ?? null)
}

/** An output item that the provider made itself: a result that is held as it is. */
export function decodeServerOutput(wire: JsonObject, at: Pointer, index: number, into: Part[]): undefined {
  const callId = typeof wire.call_id === 'string' ? wire.call_id : typeof wire.id === 'string' ? wire.id : `item_${index}`
  into.push({ type: 'hosted-result', callId, parts: [opaqueItem(wire, at)], at, fields: partFields, extensions: outputItem })
}

const outputItem = { responses: { hint: { item: true } } } as const

/** A result that is an item by itself, and no part of its call's. */
export function isOutputItem(part: HostedResultPart): boolean {
  return hintOf(part).item === true
}
