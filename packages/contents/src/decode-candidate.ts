import type { Candidate, Citation, Json, JsonObject, Part, Pointer, Reversals, TextPart, TokenLogprob } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { createAnswerTexts } from './answer-texts.ts'
import { extensionOf, hintOf, keep, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeFinish, holdsCalls } from './finish-reason.ts'
import { decodeCitationSources, decodeGrounding } from './grounding.ts'
import { joinSeal, lateSeal } from './join-seal.ts'
import { decodeLogprobs } from './logprobs.ts'
import type { DecodeScope } from './parts/codec.ts'
import { decodePart } from './parts/index.ts'
import { restoreCall } from './restore-call.ts'

const candidateFields = { parts: '/content/parts', finish: '', logprobs: '/logprobsResult' } as const
const contentKeys = new Set(['parts', 'role'])
const modelled = new Set(['content', 'index', 'finishReason', 'finishMessage'])

/** State that all candidates of a response share. */
export interface CandidateSetting {
  readonly responseId: string
  readonly scope: DecodeScope
  readonly reversals: Reversals | undefined
}

/** Decodes a candidate of a document, which may lack content and finish reason. */
export function decodeCandidate(wire: JsonObject, position: number, setting: CandidateSetting): Candidate {
  const at: Pointer = `/candidates/${position}`
  const index = Number.isInteger(wire.index) ? Number(wire.index) : position
  const absent: string[] = []
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  const { content } = wire
  const parts: Part[] = []
  if (isJsonObject(content)) {
    const { parts: list, role } = content
    if (Array.isArray(list)) {
      decodeAnswerParts(list, `${at}/content/parts`, setting, parts)
      if (parts.some((part, i) => isJoined(part, parts[i - 1])) || list.length === 0) hint = { parts: 'apart' }
    } else if (list === undefined) absent.push('parts')
    else hint = keep(hint, 'noParts', list)
    if (role === undefined) absent.push('role')
    else if (role !== 'model') hint = keep(hint, 'role', role)
    const extra = without(content, contentKeys)
    if (extra) rest = keep(rest, 'content', extra)
  } else if (content === undefined) absent.push('content')
  else hint = keep(hint, 'content', content)

  const candidate: Draft<Candidate> = { at, fields: candidateFields, index, parts }
  const { finishReason: word, finishMessage: message } = wire
  const said = typeof message === 'string' ? message : undefined
  if (typeof word === 'string') candidate.finish = decodeFinish(word, holdsCalls(parts), at, said)
  else if (word !== undefined) rest = keep(rest, 'finishReason', word)
  if (candidate.finish === undefined) absent.push('finishReason')
  if (message !== undefined && (said === undefined || candidate.finish === undefined)) rest = keep(rest, 'finishMessage', message)
  if (wire.index === undefined) absent.push('index')
  else if (wire.index !== index) hint = keep(hint, 'index', wire.index)

  const metadata = without(wire, modelled)
  if (metadata) {
    const left = decodeMetadata(metadata, at, parts)
    for (const key in left.rest) rest = keep(rest, key, left.rest[key] ?? null)
    if (left.hint) hint = { ...hint, ...left.hint }
    if (left.logprobs) candidate.logprobs = left.logprobs
  }
  if (absent.length > 0) hint = keep(hint, 'absent', absent)
  const extensions = extensionOf(rest, hint)
  if (extensions) candidate.extensions = extensions
  return candidate
}

/** True if printing a response would leave this part out, or join it with the one before, as a stream does. */
function isJoined(part: Part, before: Part | undefined): boolean {
  if (part.type !== 'text' && part.type !== 'reasoning') return false
  if (before?.type === part.type && before.seal === undefined) return true
  return part.seal === undefined && (part.type === 'text' ? part.text === '' : part.segments.length === 0)
}

/** Decodes the parts of a candidate, calls under the names and ids that the client knows. */
function decodeAnswerParts(wires: readonly Json[], at: Pointer, setting: CandidateSetting, parts: Part[]): void {
  for (let i = 0; i < wires.length; i++) {
    const wire = wires[i]
    if (wire === undefined) continue
    const part = decodeAnswerPart(wire, `${at}/${i}`, setting)
    const before = parts[parts.length - 1]
    const seal = lateSeal(part, before)
    if (seal !== undefined && before !== undefined) parts[parts.length - 1] = joinSeal(before, seal)
    else parts.push(part)
  }
}

/** Decodes a part of a response. Without an id of the response, the call's content makes its id differ from those of other responses. */
export function decodeAnswerPart(wire: Json, at: Pointer, { scope, responseId, reversals }: CandidateSetting): Part {
  const part = decodePart(wire, at, scope)
  if (part.type !== 'tool-call') return part
  const own =
    responseId === '' && hintOf(part).id !== undefined ? { ...part, callId: deriveId('call_', at, part.name, part.arguments) } : part
  return restoreCall(own, reversals)
}

interface Left {
  readonly rest: JsonObject | undefined
  readonly hint: JsonDraft | undefined
  /** Tokens of a text that cannot have them. */
  readonly logprobs?: readonly TokenLogprob[]
}

/** Puts the metadata's citations and tokens onto the text parts; returns the rest, and its spelling. */
function decodeMetadata(wire: JsonObject, at: Pointer, parts: Part[]): Left {
  const texts = createAnswerTexts()
  if (wire.groundingMetadata !== undefined || wire.citationMetadata !== undefined)
    parts.forEach((part, i) => {
      if (part.type === 'text') texts.add(i, wireIndexOf(part, i)).add(part.text)
    })
  const { rest, hint, citations } = decodeSources(wire, at, texts)
  for (const { text, citation } of citations) {
    const part = parts[text.part] as TextPart // only texts were added
    const list: readonly Citation[] = [...(part.citations ?? []), citation]
    parts[text.part] = { ...part, citations: list }
  }
  const { logprobsResult } = rest ?? {}
  const position = parts.findIndex(({ type }) => type === 'text')
  const logprobs = isJsonObject(logprobsResult) && position !== -1 ? decodeLogprobs(logprobsResult) : undefined
  if (logprobs === undefined || rest === undefined) return { rest, hint }
  const text = parts[position] as TextPart // found by its type
  const { logprobsResult: _, ...others } = rest
  const left: Left = {
    rest: logprobs.rest ? { ...others, logprobsResult: logprobs.rest } : others,
    hint: logprobs.rest ? keep(hint, 'lists', true) : hint,
  }
  // A text with an extension at its own place leaves the tokens to the candidate.
  if (text.extensions?.contents?.rest !== undefined) return { ...left, logprobs: logprobs.tokens }
  // Text and tokens have two places on the wire, so the part's place is the object around both.
  const inside = text.at?.slice(at.length) ?? ''
  const fields = {
    text: `${inside}/text` as Pointer, // a pointer and a name
    seal: `${inside}/thoughtSignature` as Pointer, // a pointer and a name
    citations: '/groundingMetadata',
    logprobs: '/logprobsResult',
  } as const
  parts[position] = { ...text, at, fields, logprobs: logprobs.tokens }
  return left
}

/** Position on the wire: the last segment of the place. */
function wireIndexOf(part: Part, position: number): number {
  const last = Number(part.at?.slice(part.at.lastIndexOf('/') + 1))
  return Number.isInteger(last) ? last : position
}

/** Citations in the metadata of a candidate with their texts, and the rest of the metadata. */
export function decodeSources(
  wire: JsonObject,
  at: Pointer,
  texts: ReturnType<typeof createAnswerTexts>,
): Left & { readonly citations: ReturnType<typeof decodeGrounding>['citations'] } {
  const citations: ReturnType<typeof decodeGrounding>['citations'][number][] = []
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    const decode = key === 'groundingMetadata' ? decodeGrounding : key === 'citationMetadata' ? decodeCitationSources : undefined
    if (decode === undefined || !isJsonObject(value)) {
      rest = keep(rest, key, value)
      continue
    }
    const found = decode(value, `${at}/${key}`, texts)
    citations.push(...found.citations)
    if (found.rest) rest = keep(rest, key, found.rest)
    // The original lists are kept as a hint, since one list of each kind holds many places and sources.
    hint = keep(keep(hint, key, { ...found.spelled, count: found.citations.length }), 'lists', true)
  }
  return { rest, hint, citations }
}
