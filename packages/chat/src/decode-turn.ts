import type { CacheMark, JsonObject, Part, Pointer, ToolResultPart, Turn } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { messageMarkFields, readMessageMark } from './cache-mark.ts'
import { contentExtensions, decodeContent } from './content.ts'
import type { ContentSpelling } from './content.ts'
import { keep, keepUnknown, newExtension, note, withExtension } from './extension.ts'
import type { ExtensionDraft, Draft } from './extension.ts'
import { decodeAudioReference } from './parts/audio-answer.ts'
import { decodeAnnotations } from './parts/citation.ts'
import { opaquePart } from './parts/opaque.ts'
import { decodeImageAnswers } from './parts/image-answer.ts'
import { decodeReasoning } from './parts/reasoning.ts'
import { readReturned } from './parts/returned-reasoning.ts'
import { readSealedId } from './parts/sealed-id.ts'
import { decodeFunctionCall, decodeToolCall } from './parts/tool-call.ts'

/** Ids of legacy calls, which have none: a result of role `function` belongs to the nearest earlier call of its name. */
export type LegacyCalls = Map<string, string>

const markedKeys: ReadonlySet<string> = new Set(['role', 'content', 'cache_control'])
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
  'images',
  'annotations',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'thinking_blocks',
])
const turnFields = { parts: '/content' } as const
const resultFields = { callId: '/tool_call_id', parts: '/content' } as const

/** Decodes a message as one turn. */
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
      return decodeResult(message, at, readSealedId(String(message['tool_call_id'] ?? '')).id, undefined)
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
  const extension = newExtension()
  const mark = spelled === 'string' && message['cache_control'] !== undefined ? readMessageMark(message) : undefined
  const [text] = parts
  // The mark has the place of the message.
  if (mark && text) parts[0] = { ...text, ...marked(mark), at } as Part // a part with a mark is of the same kind
  keepUnknown(extension, message, mark ? markedKeys : plainKeys)
  return finishNode(turn, extension, spelled)
}

/** Members of a node whose mark stood on its message. */
function marked(cache: CacheMark) {
  return { cache, fields: messageMarkFields, extensions: { chat: { hint: { cache: 'cache_control', marked: 'message' } } } } as const
}

/** Most nodes only note the spelling of their content, and share a constant. */
function finishNode<T extends Turn | ToolResultPart>(node: Draft<T>, extension: ExtensionDraft, spelled: ContentSpelling): T {
  if (extension.rest === undefined && extension.empty === undefined && extension.hint === undefined) {
    ;(node as Draft<Turn>).extensions = contentExtensions[spelled] // both kinds of node have the key
    return node
  }
  note(extension, 'content', spelled)
  return withExtension<T>(node, extension)
}

function decodeResult(message: JsonObject, at: Pointer, callId: string, name: string | undefined): Turn {
  const parts: Part[] = []
  const spelled = decodeContent(message['content'], `${at}/content`, parts)
  const result: Draft<ToolResultPart> = { type: 'tool-result', at, fields: resultFields, callId, parts }
  if (name !== undefined) result.name = name
  result.extensions = contentExtensions[spelled]
  const mark = message['cache_control'] === undefined ? undefined : readMessageMark(message)
  if (mark) {
    result.cache = mark
    result.fields = { ...resultFields, ...messageMarkFields }
    result.extensions = { chat: { hint: { ...marked(mark).extensions.chat.hint, content: spelled } } }
  }
  const extension = newExtension()
  if (name !== undefined) {
    note(extension, 'role', 'function')
    keepUnknown(extension, message, mark ? new Set([...functionKeys, 'cache_control']) : functionKeys)
  } else {
    if (typeof message['tool_call_id'] !== 'string') note(extension, 'id', 'absent')
    keepUnknown(extension, message, mark ? new Set([...toolKeys, 'cache_control']) : toolKeys)
  }
  return withExtension<Turn>({ at, author: 'user', parts: [result] }, extension)
}

function decodeAssistant(given: JsonObject, at: Pointer, index: number, legacy: LegacyCalls, vendor: string | undefined): Turn {
  const extension = newExtension()
  const { message, moved } = readReturned(given)
  if (moved.length > 0) note(extension, 'moved', moved)
  const parts = decodeReasoning(message, at, extension, vendor, moved)
  const behind = takeBehindContent(parts)
  const first = parts.length
  const spelled = decodeContent(message['content'], `${at}/content`, parts)
  decodeCitations(message, at, parts, first, extension)
  const refusal = message['refusal']
  if (typeof refusal === 'string' && refusal !== '') parts.push({ type: 'refusal', at: `${at}/refusal`, text: refusal })
  else keep(extension, 'refusal', refusal)
  const audio = message['audio']
  const reference = isJsonObject(audio) ? decodeAudioReference(audio, `${at}/audio`) : undefined
  if (reference) parts.push(reference)
  else keep(extension, 'audio', audio)
  const images = decodeImageAnswers(message['images'], `${at}/images`)
  if (images) parts.push(...images)
  else keep(extension, 'images', message['images'])
  parts.push(...behind)
  decodeCalls(message, at, parts, extension, (position) => deriveId('call_', index, position), vendor)
  const call = message['function_call']
  const legacyCall = isJsonObject(call)
    ? decodeFunctionCall(call, `${at}/function_call`, (name) => deriveId('call_', index, name))
    : undefined
  if (legacyCall) {
    parts.push(legacyCall)
    legacy.set(legacyCall.name, legacyCall.callId)
  } else keep(extension, 'function_call', call)
  keepUnknown(extension, message, assistantKeys)
  return finishNode<Turn>({ at, fields: turnFields, author: 'assistant', parts }, extension, spelled)
}

const none: readonly Part[] = []

/** Takes entries from the first one on that holds the seal of the content, so that they stand behind the content. */
function takeBehindContent(parts: Part[]): readonly Part[] {
  for (let i = 0; i < parts.length; i++) {
    const attachTo = parts[i]?.seal?.attachTo
    if (attachTo === 'text' || attachTo === 'refusal' || attachTo === 'media') return parts.splice(i)
  }
  return none
}

/** Puts annotations on the first text part of the message. */
export function decodeCitations(message: JsonObject, at: Pointer, parts: Part[], first: number, extension: ExtensionDraft): void {
  const citations = decodeAnnotations(message['annotations'], `${at}/annotations`)
  const position = parts.findIndex((part, i) => i >= first && part.type === 'text')
  const text = parts[position]
  if (citations && text?.type === 'text') parts[position] = { ...text, citations }
  else keep(extension, 'annotations', message['annotations'])
}

export function decodeCalls(
  message: JsonObject,
  at: Pointer,
  parts: Part[],
  extension: ExtensionDraft,
  derive: (position: number) => string,
  vendor: string | undefined,
): void {
  const calls = message['tool_calls']
  if (!Array.isArray(calls) || calls.length === 0) {
    keep(extension, 'tool_calls', calls)
    return
  }
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i]
    if (!isJsonObject(call)) continue
    const pointer: Pointer = `${at}/tool_calls/${i}`
    parts.push(decodeToolCall(call, pointer, () => derive(i), vendor) ?? opaquePart(call, pointer, 'tool_calls'))
  }
}
