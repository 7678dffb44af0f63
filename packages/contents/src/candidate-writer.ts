import type {
  Candidate,
  Citation,
  Context,
  Delta,
  Extensions,
  Finish,
  Frame,
  JsonObject,
  Part,
  Pointer,
  Seal,
  TokenLogprob,
} from '@interlingua/core'
import { addDelta, mergeExtensions, wrapSeal } from '@interlingua/core'
import { shownParts } from './answer-parts.ts'
import { createByteOffsets } from './byte-offsets.ts'
import type { ByteOffsets } from './byte-offsets.ts'
import { printSources } from './encode-sources.ts'
import type { CitedText } from './encode-sources.ts'
import { addRest, format, nestedRest, restOf } from './extension.ts'
import type { Bag } from './extension.ts'
import { answerFates } from './fates.ts'
import { encodeFinish } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { notice } from './notices.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodePart } from './parts/index.ts'
import { encodeBlock } from './prompt-feedback.ts'
import { reportCitation, reportFinish, reportPart } from './report-answer.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

type Out = Frame<WireStreamFrame>

export interface CandidateWriter {
  start(part: number, value: Part): readonly Out[]
  delta(part: number, delta: Delta): readonly Out[]
  end(part: number, extensions: Extensions | undefined): readonly Out[]
  finish(finish: Finish, extensions: Extensions | undefined): void
  /** Seals whose part never came keep saying whose they are. */
  orphans(): readonly Out[]
  /** The last word of the candidate: why it ended, and what belongs to all of it. `fallback` is said where no reason ever came. */
  last(fallback: 'STOP' | 'MAX_TOKENS'): JsonObject
  /** The blocked prompt that the candidate stands for. */
  block(): JsonObject | undefined
}

export interface WriterSetting {
  readonly index: number
  /** A context that tells each (code, path) once. */
  readonly context: Context
  /** What is held back over all candidates. */
  readonly held: { size: number }
  say(part: JsonObject): Out
}

/** Text that a reader takes for one: several parts of the source may be in it. */
interface Region {
  readonly type: 'text' | 'reasoning'
  /** Its position on the wire, as a reader counts. */
  readonly index: number
  readonly offsets: ByteOffsets
  readonly citations: Citation[]
  empty: boolean
  sealed: boolean
  /** Where the first of its parts stood. */
  readonly at: Pointer | undefined
}

interface Open {
  value: Part
  /** Of a text: what it is in, and where it begins there. */
  region: Region | undefined
  base: number
  /** Of a call: the arguments that came after its start. */
  more: string
  /** Of a thought: the segment that speaks. */
  segment: number
  printed: boolean
  /** Its kind was reported. */
  told: boolean
}

const nothing: readonly Out[] = []

export function createCandidateWriter(setting: WriterSetting): CandidateWriter {
  const { context, held, say } = setting
  const scope: EncodeScope = { answer: true, envelopes: context.policy.envelopeSeals }
  const parts = new Map<number, Open>()
  const regions: Region[] = []
  const tokens: TokenLogprob[] = []
  /** Calls that run code: their results can be shown. */
  const runs = new Set<string>()
  /** Seals of ours that wait for their part, by its call id. */
  const borne = new Map<string, Seal>()
  /** What was printed last, if text can go on there. */
  let current: Region | undefined
  let position = 0
  let ending: Pick<Candidate, 'finish' | 'extensions'> = {}

  const placeOf = (value: Part, part: number): Pointer => value.at ?? `/candidates/${setting.index}/parts/${part}`

  /** Text of a part: where the text before it may go on, it does. */
  const speak = (open: Open, text: string): readonly Out[] => {
    if (text === '') return nothing
    const type = open.value.type === 'reasoning' ? 'reasoning' : 'text'
    let piece = text
    if (current === undefined || current.type !== type || current.sealed) {
      current = { type, index: position++, offsets: createByteOffsets(), citations: [], empty: true, sealed: false, at: open.value.at }
      regions.push(current)
    } else if (current !== open.region) {
      if (type === 'reasoning') piece = `\n\n${text}`
      for (const at of [current.at, open.value.at]) if (at !== undefined) context.onNotice(notice('text-joined', at))
    }
    if (open.region === undefined) open.base = current.offsets.units()
    open.region = current
    open.printed = true
    current.empty = false
    if (type === 'text') current.offsets.add(piece)
    return [say(type === 'text' ? { text: piece } : { text: piece, thought: true })]
  }

  /** Prints what is whole. */
  const print = (value: Part, part: number): readonly Out[] => {
    const out: Out[] = []
    for (const shown of shownParts(value, placeOf(value, part), runs, context)) {
      answerFates.part(shown, context)
      const wire = encodePart(shown, scope)
      if (wire === undefined) continue
      current = undefined
      position++
      out.push(say(wire))
    }
    return out
  }

  /** A text or thought with a seal, or with keys of our own wire: one wire part, which nothing joins. */
  const printText = (open: Open): readonly Out[] => {
    const { value } = open
    const wire = encodePart(value, scope)
    if (wire === undefined) return nothing
    current = undefined
    open.printed = true
    const region: Region = {
      type: 'text',
      index: position++,
      offsets: createByteOffsets(),
      citations: [],
      empty: false,
      sealed: true,
      at: value.at,
    }
    if (value.type === 'text') {
      region.offsets.add(value.text)
      regions.push(region)
      open.region = region
    }
    return [say(wire)]
  }

  const printSeal = (open: Open, seal: Seal): readonly Out[] => {
    if (seal.format !== 'contents' && !scope.envelopes) return nothing
    const { type } = open.value
    const bearer: Part = type === 'reasoning' ? { type, segments: [], seal } : { type: 'text', text: '', seal }
    const wire = encodePart(type === 'reasoning' && open.value.redacted ? { ...bearer, type, segments: [], redacted: true } : bearer, scope)
    if (wire === undefined) return nothing
    open.printed = true
    if (current !== undefined && current === open.region && !current.sealed) current.sealed = true
    else {
      current = undefined
      position++
    }
    return [say(wire)]
  }

  const cite = (open: Open, citation: Citation): void => {
    reportCitation(citation, `${open.value.at ?? ''}/citations`, context)
    answerFates.part({ type: 'text', at: open.value.at ?? '', text: '', citations: [citation] }, context)
    open.value = addDelta(open.value, { type: 'citation', citation })
  }

  /** Where citations stand in the text that a reader sees. */
  const placeCitations = ({ value, region, base }: Open): void => {
    if (value.type !== 'text' || region === undefined) return
    const end = region.offsets.units()
    for (const citation of value.citations ?? []) {
      const { span } = citation
      if (span === undefined && base === 0 && regions.filter((other) => other === region).length === 1)
        region.citations.push({ ...citation, span: { start: 0, end } })
      else region.citations.push({ ...citation, span: { start: base + (span?.start ?? 0), end: base + (span?.end ?? end - base) } })
    }
  }

  return {
    start(part, value) {
      const open: Open = { value, region: undefined, base: 0, more: '', segment: 0, printed: false, told: false }
      parts.set(part, open)
      switch (value.type) {
        case 'text':
        case 'refusal': {
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.type === 'text' && value.logprobs) tokens.push(...value.logprobs)
          return value.seal !== undefined || value.extensions?.contents !== undefined ? printText(open) : speak(open, value.text)
        }
        case 'reasoning': {
          if (value.seal?.format === format && value.seal.attachTo !== undefined) return bear(open, value.seal)
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.seal !== undefined || value.extensions?.contents !== undefined) return printText(open)
          const out: Out[] = []
          for (const [index, { text }] of value.segments.entries()) {
            const begun = open.printed && index > 0 && text !== ''
            open.segment = index
            out.push(...speak(open, begun ? `\n\n${text}` : text))
          }
          return out
        }
        default:
          if (value.type === 'hosted-call' && value.family === 'code-execution') runs.add(value.callId)
          held.size += sizeOf(value)
          return nothing
      }
    },
    delta(part, delta) {
      const open = parts.get(part)
      if (open === undefined) return nothing
      const { value } = open
      switch (value.type) {
        case 'text':
        case 'refusal':
          if (delta.type === 'text') return speak(open, delta.text)
          if (delta.type === 'seal') return sealed(open, delta.seal)
          if (delta.type === 'citation') cite(open, delta.citation)
          else if (delta.type === 'logprobs') {
            tokens.push(...delta.logprobs)
            held.size += delta.logprobs.length * 16
            reportPart({ ...value, type: 'text', logprobs: delta.logprobs, text: '' }, placeOf(value, part), context)
          }
          return nothing
        case 'reasoning': {
          if (delta.type === 'seal') return sealed(open, delta.seal)
          if (delta.type !== 'reasoning') return nothing
          const next = delta.segment !== open.segment && delta.text !== ''
          if (!open.told && (delta.kind === 'full' || delta.segment > 0)) {
            open.told = true
            reportPart({ ...value, segments: [{ type: 'full', text: '' }] }, placeOf(value, part), context)
          }
          if (next) open.segment = delta.segment
          return speak(open, next && open.printed ? `\n\n${delta.text}` : delta.text)
        }
        default:
          if (delta.type === 'arguments') {
            open.more += delta.text
            held.size += delta.text.length
            return nothing
          }
          open.value = addDelta(value, delta)
          held.size += 'text' in delta ? delta.text.length : delta.type === 'media' ? delta.base64.length : 16
          return nothing
      }
    },
    end(part, extensions) {
      const open = parts.get(part)
      if (open === undefined) return nothing
      parts.delete(part)
      if (extensions) answerFates.extensions(extensions, open.value.at ?? '', context)
      const value = open.more === '' ? open.value : addDelta(open.value, { type: 'arguments', text: open.more })
      if (value.type === 'text' || value.type === 'refusal' || value.type === 'reasoning') {
        placeCitations(open)
        const late = value.type === 'text' && value.seal === undefined && open.printed ? borne.get('text') : undefined
        if (late) {
          borne.delete('text')
          return printLate(late)
        }
        if (!open.printed) context.onNotice(notice('empty-text', placeOf(value, part)))
        return nothing
      }
      held.size -= sizeOf(value)
      const merged = mergeExtensions(value.extensions, extensions)
      const name = 'callId' in value && borne.has(value.callId) ? value.callId : value.type
      const seal = value.seal ?? borne.get(name)
      if (seal !== value.seal) borne.delete(name)
      return print({ ...value, ...(merged && { extensions: merged }), ...(seal && { seal }) }, part)
    },
    finish(finish, extensions) {
      reportFinish(finish, context)
      answerFates.finish(finish, finish.at ?? '', context)
      answerFates.extensions(extensions, finish.at ?? '', context)
      ending = extensions ? { finish, extensions } : { finish }
    },
    orphans: () =>
      [...borne].flatMap(([attachTo, seal]) => {
        const wire = encodePart({ type: 'reasoning', segments: [], seal: { format, data: wrapSeal({ ...seal, attachTo }) } }, scope)
        return wire === undefined ? [] : [say(wire)]
      }),
    last(fallback) {
      const { finish } = ending
      const wire: Bag = { finishReason: finish ? encodeFinish(finish).word : fallback }
      if (finish?.message !== undefined) wire.finishMessage = finish.message
      const cited: readonly CitedText[] = regions.filter(({ citations }) => citations.length > 0)
      printSources(wire, cited, ending, context)
      if (tokens.length > 0) wire.logprobsResult = encodeLogprobs(tokens, nestedRest(ending, 'logprobsResult'))
      return addRest(wire, restOf(ending))
    },
    block: () => {
      const { finish, extensions } = ending
      return finish && extensions && position === 0 ? encodeBlock({ index: setting.index, parts: [], finish, extensions }) : undefined
    },
  }

  /** A seal of ours that another format carried beside its part comes back to it: to the text that was said last, or a part to come. */
  function bear(open: Open, { attachTo = '', ...seal }: Seal): readonly Out[] {
    open.printed = true
    if (attachTo !== 'text' || !regions.some(({ type, sealed: done }) => type === 'text' && !done)) {
      borne.set(attachTo, seal)
      return nothing
    }
    return printLate(seal)
  }

  function printLate(seal: Seal): readonly Out[] {
    const wire = encodePart({ type: 'text', text: '', seal }, scope)
    if (current?.type === 'text' && !current.sealed) current.sealed = true
    else position++
    return wire === undefined ? nothing : [say(wire)]
  }

  function sealed(open: Open, seal: Seal): readonly Out[] {
    if (seal.format === format && seal.attachTo !== undefined) return bear(open, seal)
    if (seal.format !== 'contents' && !scope.envelopes) reportPart({ ...open.value, seal }, open.value.at ?? '', context)
    return printSeal(open, seal)
  }
}

/** What a part that is held back weighs, roughly. */
function sizeOf(value: Part): number {
  switch (value.type) {
    case 'tool-call':
    case 'hosted-call':
      return value.arguments.length
    case 'media':
    case 'document':
      return value.source.type === 'inline' ? value.source.base64.length : 16
    default:
      return 16
  }
}
