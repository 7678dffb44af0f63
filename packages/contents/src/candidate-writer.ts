import type { Candidate, Context, Delta, Extensions, Finish, Frame, JsonObject, Part, Pointer, Seal, TokenLogprob } from '@interlingua/core'
import { addDelta, mergeExtensions, wrapSeal } from '@interlingua/core'
import { shownParts } from './answer-parts.ts'
import { createInputMemory } from './create-input-memory.ts'
import { printSources } from './encode-sources.ts'
import { addRest, format, nestedRest, restOf } from './extension.ts'
import type { Bag } from './extension.ts'
import { answerFates } from './fates.ts'
import { encodeFinish } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { notice } from './notices.ts'
import type { OpenPart } from './open-part.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodePart } from './parts/index.ts'
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

const nothing: readonly Out[] = []

export function createCandidateWriter(setting: WriterSetting): CandidateWriter {
  const { context, held, say } = setting
  const { read, inputOf } = createInputMemory()
  const scope: EncodeScope = { answer: true, envelopes: context.policy.envelopeSeals, inputOf }
  const texts = createTextWriter(context, scope, say)
  const parts = new Map<number, OpenPart>()
  const tokens: TokenLogprob[] = []
  /** Calls that run code: their results can be shown. */
  const runs = new Set<string>()
  /** Seals of ours that wait for their part, by its call id. */
  const borne = new Map<string, Seal>()
  let ending: Pick<Candidate, 'finish' | 'extensions'> = {}

  const placeOf = (value: Part, part: number): Pointer => value.at ?? `/candidates/${setting.index}/parts/${part}`

  /** Prints what is whole. */
  const print = (value: Part, part: number): readonly Out[] => {
    const out: Out[] = []
    for (const shown of shownParts(value, placeOf(value, part), runs, context, read)) {
      answerFates.part(shown, context)
      const wire = encodePart(shown, scope)
      if (wire === undefined) continue
      texts.interrupt()
      out.push(say(wire))
    }
    return out
  }

  return {
    start(part, value) {
      const open: OpenPart = { value, region: undefined, base: 0, more: '', segment: 0, printed: false, told: false }
      parts.set(part, open)
      switch (value.type) {
        case 'text':
        case 'refusal': {
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.type === 'text' && value.logprobs) tokens.push(...value.logprobs)
          return value.seal !== undefined || value.extensions?.contents !== undefined ? texts.whole(open) : texts.speak(open, value.text)
        }
        case 'reasoning': {
          if (value.seal?.format === format && value.seal.attachTo !== undefined) return bear(open, value.seal)
          answerFates.part(value, context)
          reportPart(value, placeOf(value, part), context)
          if (value.seal !== undefined || value.extensions?.contents !== undefined) return texts.whole(open)
          const out: Out[] = []
          for (const [index, { text }] of value.segments.entries()) {
            const begun = open.printed && index > 0 && text !== ''
            open.segment = index
            out.push(...texts.speak(open, begun ? `\n\n${text}` : text))
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
          if (delta.type === 'text') return texts.speak(open, delta.text)
          if (delta.type === 'seal') return sealed(open, delta.seal)
          if (delta.type === 'citation') texts.cite(open, delta.citation)
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
          return texts.speak(open, next && open.printed ? `\n\n${delta.text}` : delta.text)
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
        texts.end(open)
        const late = value.type === 'text' && value.seal === undefined && open.printed ? borne.get('text') : undefined
        if (late) {
          borne.delete('text')
          return texts.late(late)
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
      printSources(wire, texts.cited(), ending, context)
      if (tokens.length > 0) wire.logprobsResult = encodeLogprobs(tokens, nestedRest(ending, 'logprobsResult'))
      return addRest(wire, restOf(ending))
    },
    block: () => {
      const { finish, extensions } = ending
      return finish && extensions && !texts.spoke() ? encodeBlock({ index: setting.index, parts: [], finish, extensions }) : undefined
    },
  }

  /** A seal of ours that another format carried beside its part comes back to it: to the text that was said last, or a part to come. */
  function bear(open: OpenPart, { attachTo = '', ...seal }: Seal): readonly Out[] {
    open.printed = true
    if (attachTo !== 'text' || !texts.takesSeal()) {
      borne.set(attachTo, seal)
      return nothing
    }
    return texts.late(seal)
  }

  function sealed(open: OpenPart, seal: Seal): readonly Out[] {
    if (seal.format === format && seal.attachTo !== undefined) return bear(open, seal)
    if (seal.format !== 'contents' && !scope.envelopes) reportPart({ ...open.value, seal }, open.value.at ?? '', context)
    return texts.seal(open, seal)
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
