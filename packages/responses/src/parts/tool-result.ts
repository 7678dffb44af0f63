import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, MediaPart, Part, Pointer, ToolResultPart } from '@interlingua/core'
import { addRest, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeContents, encodeContent } from './content.ts'
import { decodeServerOutput } from './hosted.ts'
import { decodeItemId, itemExtension, statusOf } from './item-id.ts'
import { decodeImage, writeSource } from './media.ts'
import { partFields } from './part-fields.ts'

const outputString = { responses: { hint: { output: 'string' } } } as const

/** Decodes `function_call_output` and `custom_tool_call_output`: a text, or content. */
export function decodeOutput(wire: JsonObject, at: Pointer, _index: number, scope: DecodeScope, into: Part[]): undefined {
  const part: Draft<ToolResultPart> = { type: 'tool-result', callId: '', parts: none, at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  let output: 'string' | 'list' | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'status' || value === undefined) continue
    if (key === 'call_id' && typeof value === 'string') part.callId = value
    else if (key === 'name' && typeof value === 'string') {
      part.name = value
      hint = keep(hint, 'name', true)
    } else if (key === 'output' && typeof value === 'string') {
      part.parts = [{ type: 'text', text: value, at: `${at}/output` }]
      output = 'string'
    } else if (key === 'output' && Array.isArray(value)) {
      const parts: Part[] = []
      decodeContents(value, `${at}/output`, 'user', scope, parts, undefined)
      part.parts = parts
      output = 'list'
    } else if (key === 'id' && decodeItemId(part, value)) continue
    else rest = keep(rest, key, value)
  }
  if (wire.call_id === undefined) hint = keep(hint, 'callId', 'absent')
  if (wire.type === 'custom_tool_call_output') hint = keep(hint, 'type', wire.type)
  const plain = rest === undefined && hint === undefined && wire.status === undefined && output === 'string'
  if (output !== undefined && !plain) hint = keep(hint, 'output', output)
  const extensions = plain ? outputString : itemExtension(rest, hint, wire.status)
  if (extensions) part.extensions = extensions
  into.push(part)
}

const none: readonly Part[] = []

const builtinNames: Readonly<Record<string, string>> = {
  shell_call_output: 'shell',
  local_shell_call_output: 'local_shell',
  apply_patch_call_output: 'apply_patch',
  computer_call_output: 'computer',
  tool_search_output: 'tool_search',
}
const headKeys: ReadonlySet<string> = new Set(['type', 'id', 'call_id', 'caller', 'execution'])

/** Decodes results of vendor-defined tools, which stay as they are on the wire; a screenshot is an image. */
export function decodeBuiltinOutput(wire: JsonObject, at: Pointer, index: number, scope: DecodeScope, into: Part[]): undefined {
  const type = wire.type as string // the table of item types has this decoder for its keys alone
  const contained = typeof wire.call_id === 'string' && scope.contained.has(wire.call_id)
  if (type === 'tool_search_output' ? wire.execution === 'server' : contained) return decodeServerOutput(wire, at, index, into)
  const part: Draft<ToolResultPart> = { type: 'tool-result', callId: '', parts: [], at, fields: partFields }
  const name = builtinNames[type]
  if (name !== undefined) part.name = name
  const hint: JsonDraft = { type }
  let rest: JsonDraft | undefined
  const { call_id: callId, id } = wire
  if (typeof callId === 'string') part.callId = callId
  // The result of a local shell names its call by its own id.
  else if (type === 'local_shell_call_output' && typeof id === 'string') {
    part.callId = id
    hint.callId = 'id'
  } else if (callId !== undefined) rest = keep(rest, 'call_id', callId)
  else hint.callId = 'absent'
  if (hint.callId !== 'id' && id !== undefined && !decodeItemId(part, id)) rest = keep(rest, 'id', id)
  if (wire.caller !== undefined) rest = keep(rest, 'caller', wire.caller)
  if (wire.execution !== undefined) hint.execution = wire.execution
  const shot = type === 'computer_call_output' ? decodeShot(wire.output, at) : undefined
  if (shot) part.parts = [shot]
  const said: JsonDraft = {}
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || headKeys.has(key) || (shot && key === 'output')) continue
    if (shot && key === 'status') hint.status = value
    else if (shot) rest = keep(rest, key, value)
    else keep(said, key, value)
  }
  if (!shot) part.structured = said
  const extensions = itemExtension(rest, hint, undefined)
  if (extensions) part.extensions = extensions
  into.push(part)
}

function decodeShot(output: Json | undefined, at: Pointer): MediaPart | undefined {
  if (!isJsonObject(output) || output.type !== 'computer_screenshot') return undefined
  return decodeImage(output, `${at}/output`)
}

/** Item of a result. The hint has the kind of its call; without one it was a function. */
export function encodeResult(part: ToolResultPart, scope: EncodeScope, index: number): WireItem {
  const hint = hintOf(part)
  const type = typeof hint.type === 'string' ? hint.type : 'function_call_output'
  const wire: JsonDraft = { type }
  const id = hint.callId === 'id' ? part.callId : scope.idOf(part.itemId, prefixes[type] ?? 'fco_', index)
  if (id !== undefined) wire.id = id
  if (hint.callId === undefined && restOf(part).call_id === undefined) wire.call_id = part.callId
  if (hint.execution !== undefined) wire.execution = hint.execution
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    const status = statusOf(hint, false)
    if (status !== undefined) wire.status = status
    if (part.name !== undefined && hint.name === true) wire.name = part.name
    if (part.parts.length > 0 || restOf(part).output === undefined) wire.output = encodeParts(part, hint, scope)
  } else writeBuiltin(wire, part, type, hint)
  return part.extensions === undefined ? wire : addRest(wire, restOf(part))
}

const prefixes: Readonly<Record<string, string>> = {
  custom_tool_call_output: 'ctco_',
  shell_call_output: 'sho_',
  local_shell_call_output: 'lsho_',
  apply_patch_call_output: 'apco_',
  computer_call_output: 'cuo_',
  tool_search_output: 'tso_',
}

function encodeParts(part: ToolResultPart, hint: JsonObject, scope: EncodeScope): string | readonly JsonObject[] {
  const [only] = part.parts
  if (only?.type === 'text' && part.parts.length === 1 && only.cache === undefined && hint.output !== 'list') return only.text
  if (part.parts.length === 0 && hint.output !== 'list') return ''
  const content: JsonObject[] = []
  for (const inner of part.parts) {
    const wire = encodeContent(inner, 'user', scope)
    if (wire !== undefined) content.push(wire)
    else scope.onLost?.(inner)
  }
  return content
}

function writeBuiltin(wire: JsonDraft, part: ToolResultPart, type: string, hint: JsonObject): void {
  const [shot] = part.parts
  if (isJsonObject(part.structured)) {
    addRest(wire, part.structured)
    return
  }
  if (hint.status !== undefined) wire.status = hint.status
  if (type === 'computer_call_output' && shot?.type === 'media') {
    const output: JsonDraft = { type: 'computer_screenshot' }
    writeSource(output, shot)
    wire.output = addRest(output, restOf(shot))
    return
  }
  const text = part.parts.map((inner) => (inner.type === 'text' ? inner.text : '')).join('\n')
  writeText(wire, text, part.isError === true, type)
}

/** Writes a plain text as the result of a vendor-defined tool. */
function writeText(wire: JsonDraft, text: string, failed: boolean, type: string): void {
  switch (type) {
    case 'shell_call_output':
      wire.output = [{ stdout: failed ? '' : text, stderr: failed ? text : '', outcome: { type: 'exit', exit_code: failed ? 1 : 0 } }]
      return
    case 'apply_patch_call_output':
      wire.status = failed ? 'failed' : 'completed'
      wire.output = text
      return
    case 'tool_search_output':
      wire.tools = []
      return
    default:
      wire.output = text
  }
}
