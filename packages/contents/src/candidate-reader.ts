import type {
  Extensions,
  Failure,
  Finish,
  Json,
  JsonObject,
  Limits,
  Part,
  Pointer,
  ReasoningPart,
  Seal,
  StreamEvent,
  TextPart,
} from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createAnswerTexts } from './answer-texts.ts'
import type { ByteOffsets } from '@interlingua/adapter-kit'
import { decodeAnswerPart, decodeSources } from './decode-candidate.ts'
import type { CandidateSetting } from './decode-candidate.ts'
import { extensionOf, keep, without } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { decodeFinish } from './finish-reason.ts'
import { joinLists } from './join-lists.ts'
import { lateSeal } from './join-seal.ts'
import { createPartialCall, isPartial } from './partial-call.ts'
import type { PartialCall } from './partial-call.ts'
import { readTokens } from './read-tokens.ts'
import { partFields } from './parts/part-fields.ts'

/** State that all candidates of a stream share, and that of one. */
export interface ReaderSetting extends CandidateSetting {
  readonly index: number
  readonly limits: Limits
  /** Counter of part numbers over all candidates. */
  readonly counter: { parts: number }
}

export interface CandidateReader {
  /** Appends the events of one candidate of a frame. A returned failure ends the stream. */
  read(wire: JsonObject, events: StreamEvent[]): Failure | undefined
  /** True if a text or a thought is open that more can be added to. */
  speaks(): boolean
  /** Event of a candidate that only continues the open text or thought; `undefined`: the candidate must be read in full. */
  plain(wire: JsonObject): StreamEvent | undefined
  /** True once a finish reason came. Only the end of the stream shows that it was the last. */
  ended(): boolean
  /** Unknown keys of a candidate whose stream fails, for which only this format has a place; `undefined` if there are none. */
  left(): JsonObject | undefined
  /** Ends the parts and the candidate. */
  close(events: StreamEvent[]): Finish | undefined
}

/** Text or thought that the next part may continue. */
interface Current {
  readonly part: number
  readonly type: 'text' | 'reasoning'
  readonly offsets: ByteOffsets | undefined
  /** True once a signature behind it closes it. */
  sealed: boolean
  /** True if words of it came with a signature. */
  signed: boolean
  empty: boolean
}

const contentKeys = new Set(['parts', 'role'])
const tooManyParts: Failure = { code: 'limit', message: 'the answer has too many parts', retryable: false }

export function createCandidateReader(setting: ReaderSetting): CandidateReader {
  const { index: candidate, counter, limits } = setting
  const at: Pointer = `/candidates/${candidate}`
  const texts = createAnswerTexts()
  /** Texts stay open until the end, since citations and tokens come last. */
  const openTexts: { readonly part: number; readonly offsets: ByteOffsets; late: boolean }[] = []
  let current: Current | undefined
  let call: PartialCall | undefined
  let position = 0
  let calls = false
  let word: string | undefined
  let metadata: JsonDraft = {}
  let failure: Failure | undefined

  const place = (): Pointer => `${at}/content/parts/${position}`

  const endThought = (events: StreamEvent[]): void => {
    if (current?.type === 'reasoning') {
      const { part } = current
      const late = current.sealed && !current.empty
      events.push(late ? { type: 'part-end', candidate, part, extensions: apart } : { type: 'part-end', candidate, part })
    }
    current = undefined
  }

  const start = (value: Part, events: StreamEvent[]): number => {
    endThought(events)
    const part = counter.parts++
    position++
    events.push({ type: 'part-start', candidate, part, value })
    return part
  }

  /** True if signed words can continue the open part, or begin a text. */
  const takesSigned = (): boolean => current?.type !== 'text' || (!current.sealed && !current.signed)

  const readText = (text: string, thought: boolean, events: StreamEvent[], seal?: Seal): void => {
    if (text === '') return
    const type = thought ? 'reasoning' : 'text'
    if (current === undefined || current.type !== type || current.sealed) {
      const here = place()
      const value: TextPart | ReasoningPart = thought
        ? { type: 'reasoning', segments: [], at: here, fields: partFields }
        : { type: 'text', text: '', at: here, fields: partFields }
      const index = position
      const part = start(value, events)
      const offsets = thought ? undefined : texts.add(part, index)
      current = { part, type, offsets, sealed: false, signed: false, empty: false }
      if (seal) events.push({ type: 'part-delta', candidate, part, delta: { type: 'seal', seal } })
      if (offsets) openTexts.push({ part, offsets, late: false })
    }
    current.offsets?.add(text)
    events.push({
      type: 'part-delta',
      candidate,
      part: current.part,
      delta: thought ? { type: 'reasoning', segment: 0, kind: 'summary', text } : { type: 'text', text },
    })
  }

  /** Reads a part with more than text, which is whole on the wire and in the model. */
  const readWhole = (value: Part, events: StreamEvent[]): void => {
    if (value.type === 'tool-call') calls = true
    const index = position
    const part = start(value, events)
    if (value.type === 'text') {
      const offsets = texts.add(part, index)
      offsets.add(value.text)
      openTexts.push({ part, offsets, late: false })
    } else events.push({ type: 'part-end', candidate, part })
  }

  const readSealed = (value: Part, events: StreamEvent[]): void => {
    // Signed words continue the text, which then has the signature: a text is never split for it.
    if (value.type === 'text' && value.text !== '' && value.seal && value.extensions === undefined && takesSigned()) {
      if (current?.type !== 'text') readText(value.text, false, events, value.seal)
      else {
        events.push({ type: 'part-delta', candidate, part: current.part, delta: { type: 'seal', seal: value.seal } })
        readText(value.text, false, events)
      }
      if (current) current.signed = true
      return
    }
    const before = current && !current.sealed && !current.signed ? standIn(current) : undefined
    // A thought comes in pieces, of which the last has its signature.
    const piece = value.type === 'reasoning' && before?.type === 'reasoning' && value.extensions === undefined
    const seal = lateSeal(piece ? { ...value, segments: [] } : value, before)
    const text = piece && seal ? value.segments.map((segment) => segment.text).join('') : ''
    if (text !== '' && current)
      events.push({ type: 'part-delta', candidate, part: current.part, delta: { type: 'reasoning', segment: 0, kind: 'summary', text } })
    if (seal === undefined || current === undefined) return readWhole(value, events)
    events.push({ type: 'part-delta', candidate, part: current.part, delta: { type: 'seal', seal } })
    current.sealed = true
    const open = openTexts.find(({ part }) => part === current?.part)
    if (open) open.late = true
  }

  const finishCall = (events: StreamEvent[]): void => {
    if (call === undefined) return
    const value = decodeAnswerPart(call.whole(), call.at, setting)
    call = undefined
    readWhole(value, events)
  }

  const readCall = (wire: JsonObject, body: JsonObject, events: StreamEvent[]): void => {
    if (body.name !== undefined || !isPartial(body)) finishCall(events)
    if (!isPartial(body)) return readWhole(decodeAnswerPart(wire, place(), setting), events)
    if (call === undefined) {
      if (body.name === undefined) return
      call = createPartialCall(wire, place(), limits)
    }
    const last = call.take(wire, body)
    failure = call.failure()
    if (last) finishCall(events)
  }

  const readPart = (wire: Json, events: StreamEvent[]): void => {
    if (!isJsonObject(wire)) return readWhole(decodeAnswerPart(wire, place(), setting), events)
    const plain = plainText(wire)
    if (plain !== undefined) {
      if (call !== undefined && plain !== '') finishCall(events)
      return readText(plain, wire.thought === true, events)
    }
    const body = wire.functionCall ?? wire.function_call
    if (isJsonObject(body)) return readCall(wire, body, events)
    finishCall(events)
    const value = decodeAnswerPart(wire, place(), setting)
    if (value.seal !== undefined) readSealed(value, events)
    else readWhole(value, events)
  }

  const readContent = (content: JsonObject, events: StreamEvent[]): void => {
    let more = false
    for (const key in content) {
      if (key === 'parts') {
        const { parts } = content
        if (Array.isArray(parts)) for (let i = 0; i < parts.length; i++) readPart(parts[i] as Json, events) // in range
      } else if (key !== 'role') more = true
    }
    if (more) metadata.content = { ...(isJsonObject(metadata.content) ? metadata.content : {}), ...without(content, contentKeys) }
  }

  return {
    read(wire, events) {
      for (const key in wire) {
        if (key === 'index') continue
        const value = wire[key]
        if (value === undefined || value === null) continue
        if (key === 'content') {
          if (isJsonObject(value)) readContent(value, events)
        } else if (key === 'finishReason' && typeof value === 'string') word = value
        else if (key === 'logprobsResult' && isJsonObject(value)) metadata[key] = joinLists(metadata[key], value)
        else if (!isEmpty(value) || metadata[key] === undefined) metadata = keep(metadata, key, value)
      }
      return counter.parts > limits.parts ? tooManyParts : failure
    },
    speaks: () => current !== undefined,
    plain(wire) {
      if (current === undefined || current.sealed || call !== undefined) return undefined
      for (const key in wire) if (key !== 'content' && key !== 'index') return undefined
      const { content } = wire
      if (!isJsonObject(content)) return undefined
      for (const key in content) if (key !== 'parts' && key !== 'role') return undefined
      const { parts } = content
      if (!Array.isArray(parts) || parts.length !== 1) return undefined
      const part: Json | undefined = parts[0]
      const text = isJsonObject(part) ? plainText(part) : undefined
      if (!text || !isJsonObject(part) || (part.thought === true) !== (current.type === 'reasoning')) return undefined
      current.offsets?.add(text)
      return {
        type: 'part-delta',
        candidate,
        part: current.part,
        delta: current.type === 'text' ? { type: 'text', text } : { type: 'reasoning', segment: 0, kind: 'summary', text },
      }
    },
    ended: () => word !== undefined,
    left() {
      for (const _ in metadata) return { ...metadata, index: candidate }
      return undefined
    },
    close(events) {
      finishCall(events)
      endThought(events)
      const { finishMessage: message, ...others } = metadata
      const said = typeof message === 'string' ? message : undefined
      const { rest, hint, citations } = decodeSources(others, at, texts)
      for (const { text, citation } of citations)
        events.push({ type: 'part-delta', candidate, part: text.part, delta: { type: 'citation', citation } })
      const left = readTokens(rest, openTexts[0]?.part, candidate, events)
      for (const { part, late } of openTexts)
        events.push(late ? { type: 'part-end', candidate, part, extensions: apart } : { type: 'part-end', candidate, part })
      if (word === undefined) return undefined
      const finish = decodeFinish(word, calls, at, said)
      const extensions = extensionOf(left, left?.logprobsResult === undefined ? hint : keep(hint, 'lists', true))
      events.push(extensions ? { type: 'candidate-end', candidate, finish, extensions } : { type: 'candidate-end', candidate, finish })
      return finish
    },
  }
}

const apart: Extensions = { contents: { hint: { seal: 'apart' } } }

/** Text of a part without any other member; `undefined` for any other part. */
function plainText(wire: JsonObject): string | undefined {
  for (const key in wire) if (key !== 'text' && (key !== 'thought' || typeof wire.thought !== 'boolean')) return undefined
  return typeof wire.text === 'string' ? wire.text : undefined
}

/** Stand-in for the part that a late seal may belong to. */
function standIn({ type }: Current): Part {
  return type === 'text' ? { type, text: ' ' } : { type, segments: [{ type: 'summary', text: ' ' }] }
}

function isEmpty(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const _ in value) return false
  return true
}
