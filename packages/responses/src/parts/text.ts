import type { Extensions, Json, JsonObject, Pointer, RefusalPart, TextPart } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireContent } from '../wire/wire-item.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { decodeAnnotations, encodeAnnotation } from './citation.ts'
import type { DecodeScope, EncodeScope, Role } from './codec.ts'
import { decodeLogprobs, encodeLogprobs } from './logprobs.ts'
import { partFields } from './part-fields.ts'

/** Shared extensions for frequent spellings: bit 1 stands for empty annotations, bit 2 for empty logprobs. */
const bothEmpty: Extensions = { responses: { hint: { annotations: 'empty', logprobs: 'empty' } } }
const annotationsEmpty: Extensions = { responses: { hint: { annotations: 'empty' } } }
const logprobsEmpty: Extensions = { responses: { hint: { logprobs: 'empty' } } }

/** Text type for a message of this role. */
function usualType(role: Role): string {
  return role === 'assistant' ? 'output_text' : 'input_text'
}

/** Decodes `input_text` and `output_text`. A response's text always has annotations, a request's need not. */
export function decodeText(wire: JsonObject, at: Pointer, role: Role, scope: DecodeScope): TextPart {
  const part: Draft<TextPart> = { type: 'text', text: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  let spelled = 0
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'text' && typeof value === 'string') part.text = value
    else if (key === 'annotations' && Array.isArray(value)) {
      if (value.length === 0) spelled |= 1
      else {
        const citations = decodeAnnotations(value, `${at}/annotations`)
        if (citations) part.citations = citations
        else rest = keep(rest, key, value)
      }
    } else if (key === 'logprobs' && Array.isArray(value)) {
      if (value.length === 0) spelled |= 2
      else rest = keepLogprobs(part, value, rest)
    } else if (key === 'prompt_cache_breakpoint') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  if (wire.type !== usualType(role)) hint = { type: wire.type ?? 'absent' }
  if (scope.answer) {
    if ((spelled & 1) === 0 && part.citations === undefined && rest?.annotations === undefined) hint = keep(hint, 'annotations', 'absent')
    spelled &= 2
  }
  const extensions =
    rest === undefined && hint === undefined
      ? sharedExtension(spelled)
      : extensionOf(rest, spelled === 0 ? hint : encodeEmpty(hint, spelled))
  if (extensions) part.extensions = extensions
  return part
}

function keepLogprobs(part: Draft<TextPart>, value: readonly Json[], rest: JsonDraft | undefined): JsonDraft | undefined {
  const logprobs = decodeLogprobs(value)
  if (logprobs === undefined) return keep(rest, 'logprobs', value)
  part.logprobs = logprobs
  return rest
}

function sharedExtension(spelled: number): Extensions | undefined {
  if (spelled === 0) return undefined
  if (spelled === 3) return bothEmpty
  return spelled === 1 ? annotationsEmpty : logprobsEmpty
}

function encodeEmpty(hint: JsonDraft | undefined, spelled: number): JsonDraft {
  const spelling: JsonDraft = { ...hint }
  if ((spelled & 1) !== 0) spelling.annotations = 'empty'
  if ((spelled & 2) !== 0) spelling.logprobs = 'empty'
  return spelling
}

export function encodeText(part: TextPart, role: Role, scope: EncodeScope): WireContent {
  const hint = hintOf(part)
  const wire: JsonDraft & { type: string } = { type: typeof hint.type === 'string' ? hint.type : usualType(role), text: part.text }
  if (hint.type === 'absent') delete (wire as JsonDraft).type
  if (wire.type === 'output_text') encodeOutput(wire, part, scope)
  if (part.cache !== undefined) wire.prompt_cache_breakpoint = encodeCache(part.cache)
  if (part.extensions !== undefined) addRest(wire, restOf(part))
  return wire
}

function encodeOutput(wire: JsonDraft, part: TextPart, scope: EncodeScope): void {
  const hint = hintOf(part)
  if (part.citations !== undefined) {
    const annotations: JsonObject[] = []
    for (const citation of part.citations) {
      const annotation = encodeAnnotation(citation, part.text.length)
      if (annotation) annotations.push(annotation)
    }
    if (annotations.length > 0) wire.annotations = annotations
  }
  if (part.logprobs !== undefined) wire.logprobs = encodeLogprobs(part.logprobs)
  else if (hint.logprobs === 'empty') wire.logprobs = []
  if (wire.annotations !== undefined || restOf(part).annotations !== undefined) return
  if (hint.annotations === 'empty' || (scope.answer && hint.annotations !== 'absent')) wire.annotations = []
}

/** Decodes a `refusal` in an assistant's message. */
export function decodeRefusal(wire: JsonObject, at: Pointer): RefusalPart {
  const part: Draft<RefusalPart> = { type: 'refusal', text: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'refusal' && typeof value === 'string') part.text = value
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest)
  if (extensions) part.extensions = extensions
  return part
}

export function encodeRefusal(part: RefusalPart): WireContent {
  const wire: JsonDraft & { type: string } = { type: 'refusal', refusal: part.text }
  if (part.extensions !== undefined) addRest(wire, restOf(part))
  return wire
}
