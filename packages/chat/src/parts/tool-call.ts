import type { JsonObject, Pointer, ToolCallPart } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import { hintOf, isEmpty, keep, keepEmpty, keepUnknown, nest, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from '../extension.ts'
import { readCallSeal, writeCallSeal } from './call-seal.ts'
import { readSealedId } from './sealed-id.ts'

const functionFields = {
  callId: '/id',
  name: '/function/name',
  arguments: '/function/arguments',
  kind: '/type',
  seal: '/extra_content',
} as const
const customFields = { callId: '/id', name: '/custom/name', arguments: '/custom/input', kind: '/type', seal: '/extra_content' } as const
const known: ReadonlySet<string> = new Set(['id', 'type', 'index'])

/**
 * Decodes an entry of `tool_calls`: `{id, type: function, function: {name, arguments}}` or `{id, type: custom, custom: {name, input}}`;
 * `derive` makes a missing id. Compatible servers leave out `type` or `id`, or send the arguments as an object.
 */
export function decodeToolCall(wire: JsonObject, at: Pointer, derive: () => string, vendor: string | undefined): ToolCallPart | undefined {
  const custom = wire['type'] === 'custom' && isJsonObject(wire['custom'])
  const key = custom ? 'custom' : 'function'
  if (!custom && wire['type'] !== 'function' && wire['type'] !== undefined && wire['type'] !== null) return undefined
  const call = wire[key]
  if (!isJsonObject(call) || typeof call['name'] !== 'string') return undefined
  const extension = newExtension()
  const inner = newExtension()
  const slot = custom ? 'input' : 'arguments'
  const part: Draft<ToolCallPart> = {
    type: 'tool-call',
    at,
    fields: custom ? customFields : functionFields,
    callId: '',
    name: call['name'],
    kind: key,
    arguments: readArguments(call, slot, extension),
  }
  for (const name in call) if (name !== 'name' && name !== slot) keep(inner, name, call[name])
  nest(extension, key, inner)
  const given = typeof wire['id'] === 'string' && wire['id'] !== '' ? readSealedId(wire['id']) : undefined
  if (given) {
    part.callId = given.id
    if (given.seal) part.seal = given.seal
  } else {
    part.callId = derive()
    note(extension, 'id', 'derived')
    keep(extension, 'id', wire['id'])
  }
  if (typeof wire['type'] !== 'string') {
    note(extension, 'type', 'absent')
    keep(extension, 'type', wire['type'])
  }
  keep(extension, 'index', wire['index'])
  const sealed = readCallSeal(wire, vendor)
  if (sealed) part.seal = sealed.seal
  if (sealed?.slot !== undefined) note(extension, 'sealIn', sealed.slot)
  const left = sealed?.rest ?? wire
  for (const name in left) {
    if (known.has(name) || name === key) continue
    if (name === 'custom' && isEmpty(left[name])) keepEmpty(extension, name, left[name])
    else keep(extension, name, left[name])
  }
  return withExtension(part, extension)
}

function readArguments(call: JsonObject, slot: string, extension: ExtensionDraft): string {
  const value = call[slot]
  if (typeof value === 'string') {
    if (value === '') note(extension, 'arguments', 'empty')
    return value
  }
  note(extension, 'arguments', value === undefined ? 'absent' : value === null ? 'null' : 'json')
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Encodes a call. `begins`: the arguments follow as fragments. */
export function encodeToolCall(part: ToolCallPart, begins = false): JsonObject {
  const hint = hintOf(part)
  const custom = part.kind === 'custom'
  const wire: WireDraft = {}
  if (hint?.['id'] !== 'derived') wire['id'] = part.callId
  if (hint?.['type'] !== 'absent') wire['type'] = custom ? 'custom' : 'function'
  const call: WireDraft = { name: part.name }
  if (begins) call[custom ? 'input' : 'arguments'] = part.arguments
  else writeArguments(call, custom ? 'input' : 'arguments', part.arguments, hint)
  wire[custom ? 'custom' : 'function'] = call
  if (part.seal) writeCallSeal(wire, part.seal, hint?.['sealIn'])
  encodeExtension(wire, part)
  return wire
}

function writeArguments(call: WireDraft, slot: string, text: string, hint: JsonObject | undefined): void {
  const spelled = hint?.['arguments']
  if (text === '' && spelled === 'absent') return
  if (text === '' && spelled === 'null') call[slot] = null
  // Clients parse the arguments even if there are none, and an empty text is not JSON.
  else if (text === '' && slot === 'arguments' && spelled !== 'empty') call[slot] = '{}'
  else call[slot] = (spelled === 'json' ? parseExactJson(text) : undefined) ?? text
}

/** Decodes the legacy `function_call {name, arguments}` of an assistant message. */
export function decodeFunctionCall(wire: JsonObject, at: Pointer, idOf: (name: string) => string): ToolCallPart | undefined {
  if (typeof wire['name'] !== 'string' || (wire['name'] === '' && wire['arguments'] === '')) return undefined
  const extension = newExtension()
  note(extension, 'legacy', true)
  const part: Draft<ToolCallPart> = {
    type: 'tool-call',
    at,
    callId: idOf(wire['name']),
    name: wire['name'],
    kind: 'function',
    arguments: readArguments(wire, 'arguments', extension),
  }
  keepUnknown(extension, wire, legacyKeys)
  return withExtension(part, extension)
}

const legacyKeys: ReadonlySet<string> = new Set(['name', 'arguments'])

export function encodeFunctionCall(part: ToolCallPart): JsonObject {
  const wire: WireDraft = { name: part.name }
  writeArguments(wire, 'arguments', part.arguments, hintOf(part))
  encodeExtension(wire, part)
  return wire
}
