import type { Extension, Json, JsonObject, Part, Pointer, ReasoningPart, ReasoningSegment, Seal } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import { format, hintOf, keep, keepUnknown, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from '../extension.ts'
import { opaquePart } from './opaque.ts'
import { decodeThinkingBlocks, encodeThinkingBlocks, providerFields } from './returned-reasoning.ts'

/** `format` of entries that this package wrote for a client to bring back. docs/model/options.md, "Seals through a chat client". */
export const envelopeFormat = 'interlingua-1'

const entryTypes = { 'reasoning.text': 'text', 'reasoning.summary': 'summary', 'reasoning.encrypted': 'data' } as const
type EntryType = keyof typeof entryTypes
const chunkKeys: ReadonlySet<string> = new Set(['type', 'thinking'])

/** Reads `reasoning_content`, `reasoning` and `reasoning_details` of a message; the entries win over the strings, which mostly copy them. */
export function decodeReasoning(
  message: JsonObject,
  at: Pointer,
  extension: ExtensionDraft,
  vendor: string | undefined,
  /** Keys of a client's message that were moved from its provider fields. Absent: none. */
  moved?: readonly string[],
): Part[] {
  const details = message['reasoning_details']
  const parts: Part[] = []
  if (Array.isArray(details) && details.length > 0 && details.every(isJsonObject)) {
    const place = placeOf('reasoning_details', at, moved)
    for (let i = 0; i < details.length; i++) {
      const entry = details[i] as JsonObject // every entry was checked
      parts.push(
        decodeReasoningEntry(entry, `${place}/reasoning_details/${i}`, vendor) ??
          opaquePart(entry, `${place}/reasoning_details/${i}`, 'reasoning_details'),
      )
    }
  } else keep(extension, 'reasoning_details', details)
  if (moved) {
    const list = message['thinking_blocks']
    const blocks = decodeThinkingBlocks(list, placeOf('thinking_blocks', at, moved))
    // LiteLLM's blocks repeat the same thoughts, in the original order.
    if (blocks && parts.length === 0) parts.push(...blocks)
    else keep(extension, 'thinking_blocks', list)
  }
  readString(message, 'reasoning_content', at, extension, parts)
  readString(message, 'reasoning', at, extension, parts)
  return parts
}

/** Place of a key; keys that were moved to the message stood in its provider fields. */
function placeOf(key: string, at: Pointer, moved: readonly string[] | undefined): Pointer {
  return moved?.includes(key) ? `${at}/${providerFields}` : at
}

function readString(
  message: JsonObject,
  key: 'reasoning' | 'reasoning_content',
  at: Pointer,
  extension: ExtensionDraft,
  parts: Part[],
): void {
  const text = message[key]
  if (typeof text !== 'string' || text === '') keep(extension, key, text)
  else if (parts.length === 0) parts.push(plainReasoning(text, key, `${at}/${key}`))
  else if (text === reasoningText(parts)) note(extension, 'copies', [...readCopies(extension.hint), key])
  else keep(extension, key, text)
}

/** Reasoning part that was a string on the wire. */
export function plainReasoning(text: string, key: 'reasoning' | 'reasoning_content', at: Pointer): ReasoningPart {
  const part: Draft<ReasoningPart> = { type: 'reasoning', at, segments: text === '' ? [] : [{ type: 'full', text }] }
  if (key === 'reasoning') part.extensions = reasoningKey
  return part
}

const reasoningKey = { [format]: { hint: { key: 'reasoning' } } satisfies Extension }

function readCopies(hint: JsonObject | undefined): readonly Json[] {
  const copies = hint?.['copies']
  return Array.isArray(copies) ? copies : []
}

/** Text of all reasoning, with a paragraph for each segment. */
export function reasoningText(parts: readonly Part[]): string {
  let text = ''
  for (const part of parts) {
    if (part.type !== 'reasoning') continue
    let own = ''
    for (const segment of part.segments) if (segment.text !== '') own += own === '' ? segment.text : `\n\n${segment.text}`
    text += own
  }
  return text
}

/** Decodes an entry of OpenRouter's `reasoning_details`. https://openrouter.ai/docs/use-cases/reasoning-tokens */
export function decodeReasoningEntry(entry: JsonObject, at: Pointer, vendor: string | undefined): ReasoningPart | undefined {
  const type = entry['type']
  if (typeof type !== 'string' || !Object.hasOwn(entryTypes, type)) return undefined
  const slot = entryTypes[type as EntryType] // a key of the table
  const extension = newExtension()
  note(extension, 'details', type)
  const ours = entry['format'] === envelopeFormat
  let segments: readonly ReasoningSegment[] = []
  let seal: Seal | undefined
  for (const key in entry) {
    const value = entry[key]
    if (key === 'type') continue
    if (key === slot && slot !== 'data' && typeof value === 'string' && value !== '')
      segments = [{ type: slot === 'text' ? 'full' : 'summary', text: value }]
    else if ((key === 'data' || key === 'signature') && typeof value === 'string' && value !== '' && seal === undefined)
      seal = readSeal(value, vendor)
    else if (ours && (key === 'format' || key === 'index')) note(extension, key, value ?? null)
    else keep(extension, key, value)
  }
  const part: Draft<ReasoningPart> = { type: 'reasoning', at, segments }
  if (type === 'reasoning.encrypted') part.redacted = true
  if (seal !== undefined) part.seal = seal
  return withExtension(part, extension)
}

/** Reads a seal: an envelope holds that of another format, and any other text is this vendor's own. */
export function readSeal(data: string, vendor: string | undefined): Seal {
  return unwrapSeal(data) ?? (vendor === undefined ? { format, data } : { format, vendor, data })
}

/** Entry of one part, the `index`-th of its message. */
export function encodeReasoningEntry(part: ReasoningPart, index: number): JsonObject {
  const hint = hintOf(part)
  const summary = part.segments.length > 0 && part.segments.every((segment) => segment.type === 'summary')
  const spelled = hint?.['details']
  const type =
    typeof spelled === 'string'
      ? spelled
      : part.redacted
        ? 'reasoning.encrypted'
        : summary && part.seal === undefined
          ? 'reasoning.summary'
          : 'reasoning.text'
  const wire: WireDraft = { type }
  const text = reasoningText([part])
  if (type === 'reasoning.summary') wire['summary'] = text
  else if (type === 'reasoning.text' && (text !== '' || spelled === undefined)) wire['text'] = text
  if (part.seal !== undefined)
    wire[type === 'reasoning.encrypted' ? 'data' : 'signature'] = part.seal.format === format ? part.seal.data : wrapSeal(part.seal)
  if (spelled === undefined) {
    wire['format'] = envelopeFormat
    wire['index'] = index
  } else for (const key of ['format', 'index']) if (hint?.[key] !== undefined) wire[key] = hint[key]
  encodeExtension(wire, part)
  return wire
}

/**
 * Prints a message's reasoning: its text under one key, and entries for all parts if there are several, or one was an entry or has a seal.
 * A client that returns the entries loses nothing; one that shows text reads the string.
 */
export function encodeReasoning(target: WireDraft, parts: readonly Part[], hint: JsonObject | undefined): void {
  if (!parts.some(({ type }) => type === 'reasoning' || type === 'opaque')) return
  const blocks = encodeThinkingBlocks(parts)
  if (blocks.length > 0) {
    writeReturned(target, 'thinking_blocks', blocks, hint)
    for (const key of readCopies(hint)) target[String(key)] = reasoningText(parts)
    return
  }
  const thoughts = parts.filter((part) => part.type === 'reasoning' && hintOf(part)?.['slot'] !== 'content')
  const opaque = parts.filter((part) => part.type === 'opaque' && hintOf(part)?.['slot'] === 'reasoning_details')
  if (thoughts.length === 0 && opaque.length === 0) return
  const text = reasoningText(thoughts)
  const native = opaque.length > 0 || thoughts.some((part) => hintOf(part)?.['details'] !== undefined)
  if (native) for (const key of readCopies(hint)) target[String(key)] = text
  else {
    const first = thoughts[0]
    if (text !== '') target[first && hintOf(first)?.['key'] === 'reasoning' ? 'reasoning' : 'reasoning_content'] = text
    for (const key of readCopies(hint)) target[String(key)] = text
  }
  const bearing = thoughts.filter((part) => part.seal !== undefined || reasoningText([part]) !== '')
  if (!native && bearing.length < 2 && bearing.every((part) => part.seal === undefined)) return
  const entries: JsonObject[] = []
  for (const part of parts) {
    // A part without text and seal has nothing to bring back.
    if (part.type === 'reasoning' && hintOf(part)?.['slot'] !== 'content') {
      if (native || part.seal !== undefined || reasoningText([part]) !== '') entries.push(encodeReasoningEntry(part, entries.length))
    } else if (part.type === 'opaque' && hintOf(part)?.['slot'] === 'reasoning_details') entries.push(part.wire)
  }
  writeReturned(target, 'reasoning_details', entries, hint)
}

/** Writes reasoning in the place where the client had it. */
function writeReturned(target: WireDraft, key: string, list: readonly JsonObject[], hint: JsonObject | undefined): void {
  const moved = hint?.['moved']
  if (Array.isArray(moved) && moved.includes(key)) target[providerFields] = { [key]: list }
  else target[key] = list
}

/**
 * Decodes Mistral's `{type: thinking, thinking: [{type: text, text}]}` of a content array. https://docs.mistral.ai/capabilities/reasoning
 */
export function decodeThinking(wire: JsonObject, at: Pointer): ReasoningPart | undefined {
  const thinking = wire['thinking']
  if (!Array.isArray(thinking)) return undefined
  const segments: ReasoningSegment[] = []
  for (const item of thinking) {
    if (!isJsonObject(item) || item['type'] !== 'text' || typeof item['text'] !== 'string' || Object.keys(item).length !== 2)
      return undefined
    segments.push({ type: 'full', text: item['text'] })
  }
  const extension = newExtension()
  note(extension, 'slot', 'content')
  keepUnknown(extension, wire, chunkKeys)
  return withExtension<ReasoningPart>({ type: 'reasoning', at, segments }, extension)
}

export function encodeThinking(part: ReasoningPart): JsonObject {
  const wire: WireDraft = { type: 'thinking', thinking: part.segments.map(({ text }) => ({ type: 'text', text })) }
  encodeExtension(wire, part)
  return wire
}
