import type { Citation, Delta, Extensions, Finish, Frame, JsonObject, Part, Seal, TokenLogprob, ToolCallPart } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { addDelta, createOpenParts, sealCarrier } from '@interlingua/core/adapter'
import { format, hintOf, encodeExtension, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeFinish } from './finish-reason.ts'
import { isAudioAnswer, isShown, withoutLostSeal } from './is-shown.ts'
import { asFunctionCall, legacyWord } from './legacy-calls.ts'
import { encodeLogprobs } from './logprobs.ts'
import { notice } from './notices.ts'
import { encodeAnnotation } from './parts/citation.ts'
import { writeCallSeal } from './parts/call-seal.ts'
import { encodeImageAnswer, isImageAnswer } from './parts/image-answer.ts'
import { encodeCallEnd, encodeCallStart } from './encode-call-edge.ts'
import { createReasoningWriter } from './reasoning-writer.ts'
import type { OpenThought } from './reasoning-writer.ts'
import { createCallSeats, seated } from './seat-on-calls.ts'
import type { WireStreamChunk } from './wire/response.ts'
import type { WriterSetting } from './stream-types.ts'

type Out = Frame<WireStreamChunk>

export interface ChoiceWriter {
  start(part: number, value: Part): readonly Out[]
  /** Writes a delta; returns `undefined` if it had to hold back more than the limits allow. */
  delta(part: number, delta: Delta): readonly Out[] | undefined
  end(part: number, extensions: Extensions | undefined): readonly Out[]
  finish(finish: Finish, extensions: Extensions | undefined): readonly Out[]
  /** Writes a missing finish reason, as `status` suggests. */
  close(status: 'completed' | 'incomplete', out: Out[]): void
}

/** An open part, with the state that its deltas need. */
interface Open {
  value: Part
  /** Index of a tool call among the calls of the choice. */
  readonly call: number
  /** Beginning of a text in the content. */
  readonly base: number
  /** Length of a text or of arguments so far. */
  length: number
  citations?: Citation[]
}

const nothing: readonly Out[] = []

export function createChoiceWriter(setting: WriterSetting): ChoiceWriter {
  const { say, reporter } = setting
  const parts = createOpenParts<Open>()
  const annotations: JsonObject[] = []
  let spoke = false
  let calls = 0
  let texts = 0
  let firstText: Part | undefined
  const reasoning = createReasoningWriter(setting)
  const seats = createCallSeats()
  const inIds = setting.context.policy.sealsInIds === true
  const thoughts = new Map<number, OpenThought>()
  /** Foreign seals that wait for the end of their part, which has no slot for them. */
  const carriedSeals = new Map<number, { readonly value: Part; readonly seal: Seal }>()
  let audio = false
  let refusal = false
  let length = 0
  let finished = false

  /** Adds the role to the first chunk of a choice, with an empty text if text follows at once, else null, as in a document. */
  const withRole = (out: Out[], content: '' | null = ''): Out[] => {
    if (spoke) return out
    spoke = true
    out.unshift(say({ role: 'assistant', content }, null, undefined))
    return out
  }

  /** Writes facts about a call that became known while it was streamed. */
  const endCall = (value: ToolCallPart, open: Open, late: JsonObject | undefined): readonly Out[] =>
    [encodeCallEnd(value, open.call, open.length, late, setting.legacy)].flatMap((wire) => (wire ? [say(wire, null, undefined)] : []))

  /** Writes the signature of a call that has none yet. */
  const sealLate = (value: ToolCallPart, open: Open, seal: Seal): readonly Out[] => {
    const shown = seal.format === format || setting.context.policy.carryForeignSeals
    if (!shown) reporter.seal({ ...value, seal })
    if (!shown || value.seal !== undefined || hintOf(value)?.['legacy'] === true) return nothing
    const wire: WireDraft = { index: open.call }
    writeCallSeal(wire, seal, undefined)
    return [say({ tool_calls: [wire] }, null, undefined)]
  }

  /** Writes an entry of its own for the seal of a part without a slot. */
  const bear = (value: Part, seal: Seal, out: Out[]): Out[] => {
    const carrier = sealCarrier(value, seal)
    seats.thought(carrier)
    reasoning.end(reasoning.start(carrier, out), undefined, out)
    return out
  }

  const mustBear = (value: Part, seal: Seal | undefined): boolean =>
    seal !== undefined &&
    seal.format !== format &&
    setting.context.policy.carryForeignSeals &&
    value.type !== 'reasoning' &&
    value.type !== 'compaction' &&
    isShown(value)

  const logprobsDelta = (tokens: readonly TokenLogprob[]): Out =>
    say({}, null, { logprobs: { content: encodeLogprobs(tokens), refusal: null } })

  const thoughtDelta = (open: OpenThought | undefined, delta: Delta): readonly Out[] | undefined => {
    if (open === undefined) return nothing
    const out: Out[] = []
    if (delta.type === 'seal') reasoning.seal(open, delta.seal, out)
    else if (delta.type === 'reasoning' && !reasoning.text(open, delta.segment, delta.kind, delta.text, out)) return undefined
    return out
  }

  const finishWith = (word: string, extensions: Extensions | undefined, out: Out[]): readonly Out[] => {
    finished = true
    if (annotations.length > 0) out.push(say({ annotations }, null, undefined))
    const extra: WireDraft = {}
    if (extensions) encodeExtension(extra, { extensions })
    const { message, ...rest } = extra
    if (isJsonObject(message)) out.push(say(message, null, undefined))
    out.push(say({}, setting.legacy ? legacyWord(word) : word, extensions && rest))
    return withRole(out, null)
  }

  const startAny = (part: number, value: Part): readonly Out[] => {
    reporter.part(value)
    if (value.type !== 'reasoning') seats.noteText()
    switch (value.type) {
      case 'text': {
        parts.set(part, { value, call: 0, base: length, length: value.text.length })
        if (texts++ === 0) firstText = value
        else for (const joined of [firstText, value]) if (joined) reporter.joined(joined)
        if (calls > 0) reporter.afterCall(value)
        length += value.text.length
        const out: Out[] = value.text === '' ? [] : [say({ content: value.text }, null, undefined)]
        if (value.logprobs) out.push(logprobsDelta(value.logprobs))
        return withRole(out)
      }
      case 'refusal':
        refusal = true
        parts.set(part, { value, call: 0, base: 0, length: 0 })
        return withRole(value.text === '' ? [] : [say({ refusal: value.text }, null, undefined)], null)
      case 'reasoning': {
        const out: Out[] = []
        thoughts.set(part, reasoning.start(value, out))
        return withRole(out, null)
      }
      case 'tool-call': {
        const call = calls++
        const asked = setting.legacy && value.kind !== 'custom' ? asFunctionCall(value) : value
        if (asked !== value && call > 0) {
          setting.context.onNotice(notice('function-call', value.at ?? ''))
          return nothing
        }
        parts.set(part, { value: asked, call, base: 0, length: value.arguments.length })
        return withRole([say(encodeCallStart(asked, call), null, undefined)], null)
      }
      case 'media': {
        if (isImageAnswer(value)) {
          parts.set(part, { value, call: 0, base: 0, length: 0 })
          return withRole([], null)
        }
        if (value.kind !== 'audio' || value.source.type !== 'inline') return withRole([], null)
        parts.set(part, { value, call: 0, base: 0, length: 0 })
        const wire: WireDraft = {}
        if (value.source.base64 !== '') wire['data'] = value.source.base64
        if (value.transcript !== undefined) wire['transcript'] = value.transcript
        encodeExtension(wire, value)
        return withRole([say({ audio: wire }, null, undefined)], null)
      }
      default:
        return withRole([], null)
    }
  }

  return {
    start(part, given) {
      if (isAudioAnswer(given)) {
        if (audio) {
          reporter.secondAudio(given)
          return withRole([], null)
        }
        audio = true
      }
      const value = withoutLostSeal(given)
      const { seal, ...bare } = value
      if (seal && mustBear(value, seal)) {
        if (value.type === 'tool-call')
          return [...withRole(bear(value, seal, []), null), ...startAny(part, seated(value, seats.take(seal) ?? seal, inIds))]
        carriedSeals.set(part, { value, seal })
        return startAny(part, bare as Part) // the same part without an optional field
      }
      if (value.type !== 'tool-call' || seal?.format === format) return startAny(part, value)
      if (seal) reporter.seal(value)
      const carried = seats.take(undefined)
      const plain = bare as ToolCallPart // the same part without an optional field
      return startAny(part, carried ? seated(plain, carried, inIds) : plain)
    },
    delta(part, delta) {
      const open = parts.get(part)
      if (open === undefined) return thoughtDelta(thoughts.get(part), delta)
      const { value } = open
      switch (delta.type) {
        case 'text':
          if (value.type === 'refusal') return [say({ refusal: delta.text }, null, undefined)]
          if (value.type !== 'text') return nothing
          length += delta.text.length
          open.length += delta.text.length
          return [say({ content: delta.text }, null, undefined)]
        case 'arguments':
          if (value.type !== 'tool-call') return nothing
          open.length += delta.text.length
          if (value.kind === 'custom') return [say({ tool_calls: [{ index: open.call, custom: { input: delta.text } }] }, null, undefined)]
          if (hintOf(value)?.['legacy'] === true) return [say({ function_call: { arguments: delta.text } }, null, undefined)]
          return [say({ tool_calls: [{ index: open.call, function: { arguments: delta.text } }] }, null, undefined)]
        case 'citation': {
          reporter.citation(delta.citation, value)
          ;(open.citations ??= []).push(delta.citation)
          return nothing
        }
        case 'logprobs':
          return [logprobsDelta(delta.logprobs)]
        case 'transcript':
          return [say({ audio: { transcript: delta.text } }, null, undefined)]
        case 'media':
          if (isImageAnswer(value)) {
            open.value = addDelta(value, delta)
            return nothing
          }
          return value.type === 'media' ? [say({ audio: { data: delta.base64 } }, null, undefined)] : nothing
        case 'seal':
          if (mustBear(value, delta.seal)) carriedSeals.set(part, { value, seal: delta.seal })
          else open.value = addDelta(value, delta)
          return value.type === 'tool-call' ? sealLate(value, open, delta.seal) : nothing
        case 'status':
        case 'reasoning':
          return nothing
      }
    },
    end(part, extensions) {
      const bearing = carriedSeals.get(part)
      if (bearing) {
        carriedSeals.delete(part)
        return [...this.end(part, extensions), ...bear(bearing.value, bearing.seal, [])]
      }
      const thought = thoughts.get(part)
      if (thought) {
        thoughts.delete(part)
        const out: Out[] = []
        reasoning.end(thought, extensions, out)
        if (setting.context.policy.carryForeignSeals) seats.thought({ ...thought.value, segments: thought.grown })
        return out
      }
      const open = parts.get(part)
      if (open === undefined) return nothing
      parts.delete(part)
      const { value } = open
      if (value.type === 'text') {
        // The length of the cited text is known only now.
        for (const citation of [...(value.citations ?? []), ...(open.citations ?? [])]) {
          const annotation = encodeAnnotation(citation, open.base, open.length)
          if (annotation) annotations.push(annotation)
        }
      }
      if (isImageAnswer(value)) {
        return [say({ images: [encodeImageAnswer(value) ?? {}] }, null, undefined)]
      }
      if (value.type === 'media') {
        const wire: WireDraft = {}
        if (extensions) encodeExtension(wire, { extensions })
        return Object.keys(wire).length > 0 ? [say({ audio: wire }, null, undefined)] : nothing
      }
      if (value.seal !== undefined && value.type !== 'tool-call') reporter.seal(value)
      return value.type === 'tool-call' ? endCall(value, open, extensions && restOf({ extensions })) : nothing
    },
    finish(finish, extensions) {
      if (finished) return nothing
      reporter.finish(finish, { calls: calls > 0, refusal })
      reporter.extensions(extensions, finish.at)
      return finishWith(encodeFinish(finish, { calls: calls > 0, refusal }).word, extensions, [])
    },
    close(status, out) {
      if (!finished) out.push(...finishWith(status === 'incomplete' ? 'length' : calls > 0 ? 'tool_calls' : 'stop', undefined, []))
    },
  }
}
