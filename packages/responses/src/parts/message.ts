import type { Extensions, Item, JsonObject, Part, Pointer } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope, Role } from './codec.ts'
import { decodeContents, encodeContent } from './content.ts'
import { statusOf } from './item-id.ts'
import { partFields } from './part-fields.ts'

const phases = { commentary: 'commentary', final_answer: 'final-answer' } as const
const wirePhases = { commentary: 'commentary', 'final-answer': 'final_answer' } as const
const fields = { phase: '/phase' } as const

/** Shared extensions for the spellings of most messages: short ones with a string, short ones with a list, and complete ones. */
const easyString: Extensions = { responses: { hint: { id: 'absent', easy: true, content: 'string' } } }
const easyList: Extensions = { responses: { hint: { id: 'absent', easy: true } } }
const plainString: Extensions = { responses: { hint: { id: 'absent', content: 'string' } } }
const completed: Extensions = { responses: { hint: { status: 'completed' } } }

/**
 * Decodes a message. Its parts share an `itemId`, and its entry holds the item's own members: phase, status, spelling, unknown keys; a
 * message of the user without any of these has neither.
 */
export function decodeMessage(
  wire: JsonObject,
  at: Pointer,
  index: number,
  role: Role,
  scope: DecodeScope,
  into: Part[],
): Item | undefined {
  const { content } = wire
  const own = typeof wire.id === 'string' && wire.id !== '' ? wire.id : undefined
  let rest: JsonDraft | undefined
  let phase: Item['phase']
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || read.has(key) || (key === 'id' && own !== undefined)) continue
    if (key === 'phase' && typeof value === 'string' && Object.hasOwn(phases, value)) phase = phases[value as keyof typeof phases]
    else rest = keep(rest, key, value)
  }
  const extensions = encode(wire, own, rest, scope)
  // A system message without an entry would be taken for the instructions.
  if (extensions === undefined && own === undefined && phase === undefined && (role === 'user' || role === 'developer')) {
    decodeBody(wire, at, role, scope, into, undefined)
    return undefined
  }
  const item: Draft<Item> = { id: own ?? `item_${index}`, at, fields }
  if (phase !== undefined) item.phase = phase
  if (extensions) item.extensions = extensions
  decodeBody(wire, at, role, scope, into, item.id)
  if (Array.isArray(content) && content.length === 0)
    item.extensions = extensionOf(rest, { ...hintOf(item), content: 'empty' }) ?? completed
  return item
}

const read: ReadonlySet<string> = new Set(['type', 'role', 'content', 'status'])

/** Spelling of the message, beside its parts. */
function encode(wire: JsonObject, own: string | undefined, rest: JsonDraft | undefined, scope: DecodeScope): Extensions | undefined {
  const { status } = wire
  const string = typeof wire.content === 'string'
  const easy = wire.type === undefined
  if (rest === undefined && status === undefined && own === undefined && !scope.answer) {
    if (string) return easy ? easyString : plainString
    if (easy) return easyList
    return wire.role === 'user' || wire.role === 'developer' ? undefined : { responses: { hint: { id: 'absent' } } }
  }
  if (rest === undefined && own !== undefined && !string && !easy && status === (scope.answer ? 'completed' : undefined)) return undefined
  if (rest === undefined && own !== undefined && !string && !easy && status === 'completed') return completed
  const hint: JsonDraft = {}
  if (own === undefined) hint.id = 'absent'
  if (easy) hint.easy = true
  if (string) hint.content = 'string'
  if (status !== undefined) hint.status = status
  else if (scope.answer) hint.status = 'absent'
  return extensionOf(rest, hint)
}

/** Decodes the parts of a message. A message without any is one empty text, so that its item is not lost. */
function decodeBody(wire: JsonObject, at: Pointer, role: Role, scope: DecodeScope, into: Part[], itemId: string | undefined): void {
  const { content } = wire
  if (Array.isArray(content) && content.length > 0) {
    decodeContents(content, `${at}/content`, role, scope, into, itemId)
    return
  }
  const text = typeof content === 'string' ? content : ''
  into.push(
    itemId === undefined
      ? { type: 'text', text, at: `${at}/content`, fields: partFields }
      : { type: 'text', text, at: `${at}/content`, fields: partFields, itemId },
  )
}

/** Encodes the message of these parts, which stand in one item; `item` is its entry, if any. */
export function encodeMessage(parts: readonly Part[], item: Item | undefined, role: Role, scope: EncodeScope, index: number): WireItem {
  const hint = item === undefined ? none : hintOf(item)
  const wire: JsonDraft = {}
  if (hint.easy !== true || scope.answer) wire.type = 'message'
  const own = item === undefined ? parts[0]?.itemId : hint.id === 'absent' ? undefined : typeof hint.id === 'string' ? hint.id : item.id
  const id = scope.idOf(own, 'msg_', index)
  if (id !== undefined) wire.id = id
  const status = statusOf(hint, scope.answer)
  if (status !== undefined) wire.status = status
  wire.role = role
  wire.content = encodeBody(parts, item, hint, role, scope)
  if (item?.phase !== undefined) wire.phase = wirePhases[item.phase]
  return item === undefined ? wire : addRest(wire, restOf(item))
}

const none: JsonObject = {}

function encodeBody(
  parts: readonly Part[],
  item: Item | undefined,
  hint: JsonObject,
  role: Role,
  scope: EncodeScope,
): string | readonly JsonObject[] {
  const [only] = parts
  if (only?.type === 'text' && parts.length === 1 && !scope.answer && isPlain(only)) {
    if (hint.content === 'string') return only.text
    // Only this form of an assistant's text is taken by every server without an id.
    if (item === undefined && only.itemId === undefined && role === 'assistant') return only.text
  }
  if (hint.content === 'empty' && parts.length === 1 && only?.type === 'text' && only.text === '') return []
  const content: JsonObject[] = []
  for (const part of parts) {
    const wire = encodeContent(part, role, scope)
    if (wire !== undefined) content.push(wire)
    else scope.onLost?.(part)
  }
  return content
}

/** True for a part with nothing but its text. */
function isPlain(part: Extract<Part, { type: 'text' }>): boolean {
  return part.cache === undefined && part.citations === undefined && part.logprobs === undefined && part.extensions?.responses === undefined
}
