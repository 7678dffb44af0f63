import { isBundle, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import type { JsonObject, Pointer, ReasoningPart, Seal } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { partFields } from './part-fields.ts'

/** A `thinking` block. https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
export function decodeThinking(wire: JsonObject, at: Pointer, scope: DecodeScope): ReasoningPart {
  const part: Draft<ReasoningPart> = { type: 'reasoning', segments: [], at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonObject | undefined = { unsigned: true }
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'thinking' && typeof value === 'string') {
      if (value !== '') part.segments = [{ type: 'full', text: value }]
    } else if (key === 'signature' && typeof value === 'string') {
      const seal = decodeSeal(value, scope.model)
      hint = seal === undefined ? { signature: value } : undefined
      if (seal) part.seal = seal
    } else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  return part
}

export function decodeRedactedThinking(wire: JsonObject, at: Pointer, scope: DecodeScope): ReasoningPart {
  const part: Draft<ReasoningPart> = { type: 'reasoning', segments: [], redacted: true, at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonObject | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'data' && typeof value === 'string') {
      const seal = decodeSeal(value, scope.model)
      if (seal) part.seal = seal
      else hint = { signature: value }
    } else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  return part
}

/** Reads a signature of this format, or the seal in an envelope of another format's response; `undefined` for an empty one. */
export function decodeSeal(signature: string, model: string | undefined): Seal | undefined {
  const foreign = unwrapSeal(signature)
  // A bundle from an upstream is its own, and goes back as it is.
  if (foreign && !(model !== undefined && isBundle(foreign))) return foreign.data === '' ? undefined : foreign
  if (signature === '') return undefined
  return model === undefined ? { format: 'messages', data: signature } : { format: 'messages', model, data: signature }
}

/** Envelope without a seal: clients must return a signature, and this one stands for none. */
const unsigned = wrapSeal({ format: 'unsigned', data: '' })

/** Signature of a part; `undefined` if the wire had none. */
export function encodeSeal(part: ReasoningPart, scope: EncodeScope): string | undefined {
  const { seal } = part
  if (seal?.format === 'messages') return seal.data
  const hint = hintOf(part)
  if (seal) return scope.envelopes ? wrapSeal(seal) : ''
  if (typeof hint.signature === 'string') return hint.signature
  if (hint.unsigned === true) return undefined
  return scope.answer && scope.envelopes ? unsigned : ''
}

export function encodeReasoning(part: ReasoningPart, scope: EncodeScope): WireBlock {
  const seal = encodeSeal(part, scope)
  if (part.redacted) {
    const redacted: JsonDraft & { type: string } = { type: 'redacted_thinking', data: seal ?? '' }
    addRest(redacted, restOf(part))
    return redacted
  }
  let thinking = ''
  for (const { text } of part.segments) if (text !== '') thinking += thinking === '' ? text : `\n\n${text}`
  const wire: JsonDraft & { type: string } = { type: 'thinking', thinking }
  if (seal !== undefined) wire.signature = seal
  addRest(wire, restOf(part))
  return wire
}
