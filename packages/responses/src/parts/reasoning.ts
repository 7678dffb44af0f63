import { isJsonObject } from '@interlingua/core'
import { isBundle, redactedMark, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import type { Json, JsonObject, Part, Pointer, ReasoningPart, ReasoningSegment, Seal } from '@interlingua/core'
import { addRest, format, hintOf, keep, ownVendor, restOf, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeItemId, itemExtension, statusOf } from './item-id.ts'
import { opaqueItem } from './opaque.ts'
import { partFields } from './part-fields.ts'

/** Decodes a `reasoning` item as one part, its summaries before its content. https://platform.openai.com/docs/guides/reasoning */
export function decodeReasoning(wire: JsonObject, at: Pointer, _index: number, scope: DecodeScope, into: Part[]): undefined {
  const segments: ReasoningSegment[] = []
  const summary = readTexts(wire.summary, 'summary_text', 'summary', segments)
  const content = readTexts(wire.content, 'reasoning_text', 'full', segments)
  if (summary === undefined || content === undefined) {
    into.push(opaqueItem(wire, at))
    return
  }
  const part: Draft<ReasoningPart> = { type: 'reasoning', segments, at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  if (summary.length > 0) rest = keep(rest, 'summary', summary)
  if (content.length > 0) rest = keep(rest, 'content', content)
  if (rest !== undefined) hint = { lists: true }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || key === 'status' || value === undefined) continue
    if (key === 'id' && decodeItemId(part, value)) continue
    if (key === 'summary' && Array.isArray(value)) continue
    if (key === 'content' && Array.isArray(value)) {
      if (value.length === 0) hint = keep(hint, 'content', 'empty')
    } else if (key === 'encrypted_content' && typeof value === 'string') {
      const seal = decodeSeal(value, scope)
      if (seal?.attachTo === redactedMark) {
        const { attachTo: _, ...bare } = seal
        part.seal = bare
        part.redacted = true
      } else if (seal) part.seal = seal
      else hint = keep(hint, 'encrypted', value)
    } else rest = keep(rest, key, value)
  }
  if (!Array.isArray(wire.summary)) hint = keep(hint, 'summary', 'absent')
  const extensions = itemExtension(rest, hint, wire.status)
  if (extensions) part.extensions = extensions
  into.push(part)
}

/**
 * Reads texts; returns the unknown keys of the entries, `{}` for an entry without any, and `undefined` if the list holds other values than
 * texts.
 */
function readTexts(
  list: Json | undefined,
  type: string,
  kind: ReasoningSegment['type'],
  into: ReasoningSegment[],
): readonly JsonObject[] | undefined {
  if (!Array.isArray(list)) return nothing
  let left: JsonObject[] | undefined
  for (let i = 0; i < list.length; i++) {
    const entry: Json | undefined = list[i]
    if (!isJsonObject(entry) || entry.type !== type || typeof entry.text !== 'string') return undefined
    into.push({ type: kind, text: entry.text })
    const more = without(entry, textKeys)
    if (more === undefined) left?.push({})
    else (left ??= Array.from({ length: i }, () => ({}))).push(more)
  }
  return left ?? nothing
}

const nothing: readonly JsonObject[] = []
const textKeys: ReadonlySet<string> = new Set(['type', 'text'])

/**
 * Seal in an envelope that a response of this library carried, else the server's own; `undefined` for an envelope without a seal, and for
 * an empty text.
 */
export function decodeSeal(encrypted: string, scope: DecodeScope): Seal | undefined {
  if (encrypted === '') return undefined
  const foreign = unwrapSeal(encrypted)
  // A bundle from an upstream is its own, and goes back as it is.
  if (foreign && !(scope.model !== undefined && isBundle(foreign))) return foreign.data === '' ? undefined : foreign
  const seal: Draft<Seal> = { format, vendor: scope.vendor, data: encrypted }
  if (scope.model !== undefined) seal.model = scope.model
  return seal
}

/** Envelope without a seal: marks reasoning of a response that no server of this format can know by its id. */
const unsealed = wrapSeal({ format: 'unsigned', data: '' })

/** `encrypted_content` of a part; `undefined` if it has none. */
export function encodeSeal(part: Part, scope: EncodeScope): string | undefined {
  const { seal } = part
  if (seal !== undefined) {
    if (seal.format === format && (seal.vendor ?? ownVendor) === scope.vendor) return seal.data
    if (!scope.envelopes) return undefined
    return wrapSeal(part.type === 'reasoning' && part.redacted === true ? { ...seal, attachTo: redactedMark } : seal)
  }
  const { encrypted } = hintOf(part)
  if (typeof encrypted === 'string') return encrypted
  return scope.answer && scope.envelopes && !isOwn(part) ? unsealed : undefined
}

/** True for reasoning in this format's spelling. */
function isOwn(part: Part): boolean {
  return part.itemId !== undefined || part.extensions?.responses !== undefined
}

/** Encodes reasoning. Reasoning of another format becomes a summary, which clients show and return. */
export function encodeReasoning(part: ReasoningPart, scope: EncodeScope, index: number): WireItem {
  const hint = hintOf(part)
  const wire: JsonDraft = { type: 'reasoning' }
  const id = scope.idOf(part.itemId, 'rs_', index)
  if (id !== undefined) wire.id = id
  const own = isOwn(part)
  const summary: JsonObject[] = []
  const content: JsonObject[] = []
  for (const { type, text } of part.segments) {
    if (type === 'full' && own) content.push({ ...besideText(part, 'content', content.length), type: 'reasoning_text', text })
    else summary.push({ ...besideText(part, 'summary', summary.length), type: 'summary_text', text })
  }
  if (summary.length > 0 || hint.summary !== 'absent') wire.summary = summary
  if (content.length > 0 || hint.content === 'empty') wire.content = content
  const encrypted = encodeSeal(part, scope)
  if (encrypted !== undefined) wire.encrypted_content = encrypted
  const status = statusOf(hint, false)
  if (status !== undefined) wire.status = status
  return addRest(wire, restOf(part))
}

function besideText(part: ReasoningPart, key: 'summary' | 'content', index: number): JsonObject | undefined {
  const list = restOf(part)[key]
  const beside: Json | undefined = Array.isArray(list) ? list[index] : undefined
  return isJsonObject(beside) ? beside : undefined
}
