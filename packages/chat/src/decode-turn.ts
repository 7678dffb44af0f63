import type { JsonObject, Part, Pointer, ToolResultPart, Turn } from '@interlingua/core'
import { deriveId, isJsonObject } from '@interlingua/core'
import { contentBoxes, decodeContent } from './content.ts'
import type { ContentSpelling } from './content.ts'
import { keep, keepUnknown, newBox, note, withBox } from './extension.ts'
import type { Box, Draft } from './extension.ts'
import { decodeAudioReference } from './parts/audio-answer.ts'
import { decodeAnnotations } from './parts/citation.ts'
import { opaquePart } from './parts/opaque.ts'
import { decodeReasoning } from './parts/reasoning.ts'
import { decodeFunctionCall, decodeToolCall } from './parts/tool-call.ts'

/** Legacy calls have no id: a result of role `function` belongs to the nearest earlier call of its name. */
export type LegacyCalls = Map<string, string>

const plainKeys: ReadonlySet<string> = new Set(['role', 'content'])
const toolKeys: ReadonlySet<string> = new Set(['role', 'content', 'tool_call_id'])
const functionKeys: ReadonlySet<string> = new Set(['role', 'content', 'name'])
const assistantKeys: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'audio',
  'annotations',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
])
const turnFields = { parts: '/content' } as const
const resultFields = { callId: '/tool_call_id', parts: '/content' } as const

/** One message as one turn. */
export function decodeTurn(message: JsonObject, index: number, legacy: LegacyCalls, vendor: string | undefined): Turn {
  const at: Pointer = `/messages/${index}`
  switch (message['role']) {
    case 'user':
      return decodePlain(message, at, { at, fields: turnFields, author: 'user', parts: [] })
    case 'system':
    case 'developer':
      return decodePlain(message, at, { at, fields: turnFields, author: 'instruction', authority: message['role'], parts: [] })
    case 'assistant':
      return decodeAssistant(message, at, index, legacy, vendor)
    case 'tool':
      return decodeResult(message, at, String(message['tool_call_id'] ?? ''), undefined)
    case 'function': {
      const name = String(message['name'] ?? '')
      return decodeResult(message, at, legacy.get(name) ?? deriveId('call_', index, name), name)
    }
    default:
      return { at, author: 'user', parts: [opaquePart(message, at, 'messages')], extensions: { chat: { hint: { role: 'opaque' } } } }
  }
}

function decodePlain(message: JsonObject, at: Pointer, turn: Draft<Turn>): Turn {
  const parts: Part[] = []
  const spelled = decodeContent(message['content'], `${at}/content`, parts)
  turn.parts = parts
  const box = newBox()
  keepUnknown(box, message, plainKeys)
  return finishNode(turn, box, spelled)
}

/** Most nodes have nothing but their content's spelling to note: they share a constant. */
function finishNode<T extends Turn | ToolResultPart>(node: Draft<T>, box: Box, spelled: ContentSpelling): T {
  if (box.rest === undefined && box.blank === undefined && box.hint === undefined) {
    ;(node as Draft<Turn>).extensions = contentBoxes[spelled] // both kinds of node have the key
    return node
  }
  note(box, 'content', spelled)
  return withBox<T>(node, box)
}

function decodeResult(message: JsonObject, at: Pointer, callId: string, name: string | undefined): Turn {
  const parts: Part[] = []
  const spelled = decodeContent(message['content'], `${at}/content`, parts)
  const result: Draft<ToolResultPart> = { type: 'tool-result', at, fields: resultFields, callId, parts }
  if (name !== undefined) result.name = name
  result.extensions = contentBoxes[spelled]
  const box = newBox()
  if (name !== undefined) {
    note(box, 'role', 'function')
    keepUnknown(box, message, functionKeys)
  } else {
    if (typeof message['tool_call_id'] !== 'string') note(box, 'id', 'absent')
    keepUnknown(box, message, toolKeys)
  }
  return withBox<Turn>({ at, author: 'user', parts: [result] }, box)
}

function decodeAssistant(message: JsonObject, at: Pointer, index: number, legacy: LegacyCalls, vendor: string | undefined): Turn {
  const box = newBox()
  const parts = decodeReasoning(message, at, box, vendor)
  const behind = takeBehindContent(parts)
  const first = parts.length
  const spelled = decodeContent(message['content'], `${at}/content`, parts)
  decodeCitations(message, at, parts, first, box)
  const refusal = message['refusal']
  if (typeof refusal === 'string' && refusal !== '') parts.push({ type: 'refusal', at: `${at}/refusal`, text: refusal })
  else keep(box, 'refusal', refusal)
  const audio = message['audio']
  const reference = isJsonObject(audio) ? decodeAudioReference(audio, `${at}/audio`) : undefined
  if (reference) parts.push(reference)
  else keep(box, 'audio', audio)
  parts.push(...behind)
  decodeCalls(message, at, parts, box, (position) => deriveId('call_', index, position))
  const call = message['function_call']
  const legacyCall = isJsonObject(call)
    ? decodeFunctionCall(call, `${at}/function_call`, (name) => deriveId('call_', index, name))
    : undefined
  if (legacyCall) {
    parts.push(legacyCall)
    legacy.set(legacyCall.name, legacyCall.callId)
  } else keep(box, 'function_call', call)
  keepUnknown(box, message, assistantKeys)
  return finishNode<Turn>({ at, fields: turnFields, author: 'assistant', parts }, box, spelled)
}

const none: readonly Part[] = []

/** Entries from the first one on that bears the seal of what is said: it stands behind that, where it finds it. */
function takeBehindContent(parts: Part[]): readonly Part[] {
  for (let i = 0; i < parts.length; i++) {
    const attachTo = parts[i]?.seal?.attachTo
    if (attachTo === 'text' || attachTo === 'refusal' || attachTo === 'media') return parts.splice(i)
  }
  return none
}

/** Annotations stand on the first text part of the message. */
export function decodeCitations(message: JsonObject, at: Pointer, parts: Part[], first: number, box: Box): void {
  const citations = decodeAnnotations(message['annotations'], `${at}/annotations`)
  const position = parts.findIndex((part, i) => i >= first && part.type === 'text')
  const text = parts[position]
  if (citations && text?.type === 'text') parts[position] = { ...text, citations }
  else keep(box, 'annotations', message['annotations'])
}

export function decodeCalls(message: JsonObject, at: Pointer, parts: Part[], box: Box, derive: (position: number) => string): void {
  const calls = message['tool_calls']
  if (!Array.isArray(calls) || calls.length === 0) {
    keep(box, 'tool_calls', calls)
    return
  }
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i]
    if (!isJsonObject(call)) continue
    const pointer: Pointer = `${at}/tool_calls/${i}`
    parts.push(decodeToolCall(call, pointer, () => derive(i)) ?? opaquePart(call, pointer, 'tool_calls'))
  }
}
