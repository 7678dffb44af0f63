import type { Candidate, Context, Delta, Extensions, Finish, Frame, JsonObject, Part, Pointer, Seal, TokenLogprob } from '@interlingua/core'
import { addDelta, createOpenParts, mergeExtensions, wrapSeal } from '@interlingua/core/adapter'
import { shownParts } from './answer-parts.ts'
import { ridesAlong } from './carried-seals.ts'
import { createCarrierWriter } from './carrier-writer.ts'
import { createInputMemory } from './create-input-memory.ts'
import { encodeSources } from './encode-sources.ts'
import { addRest, format, nestedRest, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { answerFates } from './fates.ts'
import { encodeFinish } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { notice } from './notices.ts'
import type { OpenPart } from './open-part.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodePart } from './parts/index.ts'
import { encodeSeal } from './parts/seal.ts'
import { encodeBlock } from './prompt-feedback.ts'
import { reportFinish, reportPart } from './report-answer.ts'
import { createTextWriter } from './text-writer.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

type Out = Frame<WireStreamFrame>

export interface CandidateWriter {
  start(part: number, value: Part): readonly Out[]
  delta(part: number, delta: Delta): readonly Out[]
  end(part: number, extensions: Extensions | undefined): readonly Out[]
  finish(finish: Finish, extensions: Extensions | undefined): void
  /** Writes everything that waits, since the stream has failed. */
  spill(): readonly Out[]
  /** Writes seals whose part never came, with their owner. */
  orphans(): readonly Out[]
  /** Final candidate: its finish reason, and the data for all of it. `fallback`: reason if none ever came. */
  last(fallback: 'STOP' | 'MAX_TOKENS'): JsonObject
  /** Blocked prompt that the candidate stands for; `undefined` if none. */
  block(): JsonObject | undefined
}

export interface WriterSetting {
  readonly index: number
  /** Context that gives each (code, path) once. */
  readonly context: Context
  /** Amount held back over all candidates. */
  readonly held: { size: number }
  say(part: JsonObject): Out
}

const nothing: readonly Out[] = []
const waiting = { hold: true } as const

/** Joins two lists; one of them is nearly always empty, and then the other is returned itself. */
function join(first: readonly Out[], second: readonly Out[]): readonly Out[] {
  return first.length === 0 ? second : second.length === 0 ? first : [...first, ...second]
}

export function createCandidateWriter(setting: WriterSetting): CandidateWriter {
  const { context, held, say } = setting
  const { read, inputOf } = createInputMemory()
  const scope: EncodeScope = { answer: true, envelopes: context.policy.carryForeignSeals, inputOf }
  const texts = createTextWriter(context, scope, say)
  const carriers = createCarrierWriter({ scope, texts, held, say })
  const parts = createOpenParts<OpenPart>()
  const tokens: TokenLogprob[] = []
  /** Calls that run code, whose results can be shown. */
  const runs = new Set<string>()
  /** Seals of this format that wait for their part, by its call id. */
  const carried = new Map<string, Seal>()
  let ending: Pick<Candidate, 'finish' | 'extensions'> = {}
  /** Text whose signature waits for its words. */
  let late: OpenPart | undefined

  const placeOf = (value: Part, part: number): Pointer => value.at ?? `/candidates/${setting.index}/parts/${part}`

  /** Prints whole parts. */
  const encode = (value: Part, part: number): readonly Out[] => {
    const out: Out[] = []
    for (const shown of shownParts(value, placeOf(value, part), runs, context, read)) {
      answerFates.part(shown, context)
      if (encodePart(shown, scope) === undefined) continue
      carriers.noteText()
      const wire = encodePart(carriers.load(shown), scope)
      if (wire !== undefined) out.push(...texts.interrupt(), say(wire))
    }
    return out
  }

  /** Prints a signature without words late, on an empty text, as the server does. */
  const settle = (next?: OpenPart): readonly Out[] => {
    if (late === undefined || late === next) return nothing
    const open = late
    const { pending } = open
    late = undefined
    open.pending = undefined
    return pending ? texts.seal(open, pending) : nothing
  }

  const writeText = (open: OpenPart, text: string): readonly Out[] => {
    if (text === '') return nothing
    const before = settle(open)
    carriers.noteText()
    if (open.pending === undefined) return join(before, texts.writeText(open, text, carriers.waits() ? waiting : undefined))
    const signature = encodeSeal({ ...open.value, seal: open.pending }, scope)
    late = undefined
    open.pending = undefined
    return join(before, texts.writeText(open, text, signature === undefined ? undefined : { signature }))
  }

  return {
    start(part, value) {
      const before = settle()
      const open: OpenPart = { value, region: undefined, base: 0, more: '', segment: 0, printed: false, pending: undefined, told: false }
      parts.set(part, open)
      switch (value.type) {
        case 'text':
        case 'refusal': {
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.type === 'text' && value.logprobs) tokens.push(...value.logprobs)
          if (value.extensions?.contents !== undefined || (value.seal !== undefined && !carriers.waits())) {
            if (value.text !== '') carriers.noteText()
            return [...before, ...texts.whole(open)]
          }
          return [...before, ...writeText(open, value.text), ...(value.seal ? texts.seal(open, value.seal) : nothing)]
        }
        case 'reasoning': {
          if (value.seal?.format === format && value.seal.attachTo !== undefined) return [...before, ...bear(open, value.seal)]
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.extensions?.contents !== undefined || (value.seal !== undefined && !(scope.envelopes && ridesAlong(value))))
            return [...before, ...texts.whole(open)]
          carriers.begin(part, value)
          const out: Out[] = [...before]
          for (const [index, { text }] of value.segments.entries()) {
            const begun = open.printed && index > 0 && text !== ''
            open.segment = index
            out.push(...texts.writeText(open, begun ? `\n\n${text}` : text))
          }
          return out
        }
        default:
          if (value.type === 'hosted-call' && value.family === 'code-execution') runs.add(value.callId)
          held.size += sizeOf(value)
          return before
      }
    },
    delta(part, delta) {
      const open = parts.get(part)
      if (open === undefined) return nothing
      const { value } = open
      switch (value.type) {
        case 'text':
        case 'refusal':
          if (delta.type === 'text') return writeText(open, delta.text)
          if (delta.type === 'seal') return sealed(open, delta.seal)
          if (delta.type === 'citation') texts.cite(open, delta.citation)
          else if (delta.type === 'logprobs') {
            tokens.push(...delta.logprobs)
            held.size += delta.logprobs.length * 16
            reportPart({ ...value, type: 'text', logprobs: delta.logprobs, text: '' }, placeOf(value, part), context)
          }
          return nothing
        case 'reasoning': {
          if (delta.type === 'seal') return carriers.seal(part, delta.seal) ? nothing : sealed(open, delta.seal)
          if (delta.type !== 'reasoning') return nothing
          const next = delta.segment !== open.segment && delta.text !== ''
          if (!open.told && (delta.kind === 'full' || delta.segment > 0)) {
            open.told = true
            reportPart({ ...value, segments: [{ type: 'full', text: '' }] }, placeOf(value, part), context)
          }
          if (next) open.segment = delta.segment
          carriers.hear(part, delta)
          return join(settle(), texts.writeText(open, next && open.printed ? `\n\n${delta.text}` : delta.text))
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
        const rides = value.type === 'reasoning' && carriers.end(part)
        const out = [...settle(), ...texts.end(open, carriers.waits() || (value.type === 'reasoning' && scope.envelopes))]
        const own = value.type === 'text' && value.seal === undefined && open.printed ? carried.get('text') : undefined
        if (own) {
          carried.delete('text')
          return [...out, ...texts.late(own)]
        }
        if (!open.printed && !rides) context.onNotice(notice('empty-text', placeOf(value, part)))
        return out
      }
      held.size -= sizeOf(value)
      const merged = mergeExtensions(value.extensions, extensions)
      const name = 'callId' in value && carried.has(value.callId) ? value.callId : value.type
      const seal = value.seal ?? carried.get(name)
      if (seal !== value.seal) carried.delete(name)
      return [...settle(), ...encode({ ...value, ...(merged && { extensions: merged }), ...(seal && { seal }) }, part)]
    },
    finish(finish, extensions) {
      reportFinish(finish, context)
      answerFates.finish(finish, finish.at ?? '', context)
      answerFates.extensions(extensions, finish.at ?? '', context)
      ending = extensions ? { finish, extensions } : { finish }
    },
    spill: () => texts.interrupt(),
    orphans() {
      const out = [...settle(), ...carriers.finish()]
      for (const [attachTo, seal] of carried) {
        const wire = encodePart({ type: 'text', text: '', seal: { format, data: wrapSeal({ ...seal, attachTo }) } }, scope)
        if (wire !== undefined) out.push(...texts.interrupt(), say(wire))
      }
      return out
    },
    last(fallback) {
      const { finish } = ending
      const wire: JsonDraft = { finishReason: finish ? encodeFinish(finish).word : fallback }
      if (finish?.message !== undefined) wire.finishMessage = finish.message
      encodeSources(wire, texts.cited(), ending, context)
      if (tokens.length > 0) wire.logprobsResult = encodeLogprobs(tokens, nestedRest(ending, 'logprobsResult'))
      return addRest(wire, restOf(ending))
    },
    block: () => {
      const { finish, extensions } = ending
      return finish && extensions && !texts.spoke() ? encodeBlock({ index: setting.index, parts: [], finish, extensions }) : undefined
    },
  }

  /** Returns a seal of this format, which another one carried beside its part, to the latest text, or to a part to come. */
  function bear(open: OpenPart, { attachTo = '', ...seal }: Seal): readonly Out[] {
    open.printed = true
    if (attachTo !== 'text' || !texts.takesSeal()) {
      carried.set(attachTo, seal)
      return nothing
    }
    return texts.late(seal)
  }

  function sealed(open: OpenPart, seal: Seal): readonly Out[] {
    if (seal.format === format && seal.attachTo !== undefined) return bear(open, seal)
    if (seal.format !== format && !scope.envelopes) reportPart({ ...open.value, seal }, open.value.at ?? '', context)
    if (seal.format !== format || open.value.type === 'reasoning') return texts.seal(open, seal)
    const before = settle()
    open.pending = seal
    late = open
    return before
  }
}

/** Memory of a part that is held back, estimated in UTF-16 units. */
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
