import type { Citation, Context, Delta, Extensions, Finish, Frame, JsonObject, Part, ReasoningPart, TokenLogprob } from '@interlingua/core'
import { addDelta, isJsonObject, mergeExtensions, wrapSeal } from '@interlingua/core'
import { format, hintOf, printBox } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeFinish } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { encodeAnnotation } from './parts/citation.ts'
import { encodeReasoningEntry, reasoningText } from './parts/reasoning.ts'
import { encodeToolCall } from './parts/tool-call.ts'
import type { StreamReporter } from './report-response.ts'
import type { WireStreamChunk } from './wire/response.ts'

type Out = Frame<WireStreamChunk>

export interface ChoiceWriter {
  start(part: number, value: Part): readonly Out[]
  /** `undefined` where more had to be held back than the limits allow. */
  delta(part: number, delta: Delta): readonly Out[] | undefined
  end(part: number, extensions: Extensions | undefined): readonly Out[]
  finish(finish: Finish, extensions: Extensions | undefined): readonly Out[]
  /** Writes the finish reason that never came, as `status` tells it. */
  close(status: 'completed' | 'incomplete', out: Out[]): void
}

export interface WriterSetting {
  readonly context: Context
  readonly reporter: StreamReporter
  readonly bufferedBytes: number
  say(delta: JsonObject, finish: string | null, extra: JsonObject | undefined): Out
}

/** One open part, with what its deltas need. */
interface Open {
  /** Grown only where the end must repeat it: reasoning with its seal. */
  value: Part
  /** Of a tool call: its index among the calls of the choice. */
  readonly call: number
  /** Of a text: where it begins in the content. */
  readonly base: number
  length: number
  /** As much of a native seal as was sent on. */
  sealed: string
  citations?: Citation[]
}

const nothing: readonly Out[] = []

export function createChoiceWriter(setting: WriterSetting): ChoiceWriter {
  const { say, reporter } = setting
  const parts = new Map<number, Open>()
  const annotations: JsonObject[] = []
  let spoke = false
  let calls = 0
  let texts = 0
  let firstText: Part | undefined
  let thoughts = 0
  /** Reasoning without a seal, which needs an entry only if more reasoning follows: the strings alone would run into one. */
  let lone: Part | undefined
  let entries = 0
  let refusal = false
  let length = 0
  let held = 0
  let finished = false

  /** The first chunk of a choice says the role, and whether text follows at once: calls have null beside them, as in a document. */
  const withRole = (out: Out[], content: '' | null = ''): Out[] => {
    if (spoke) return out
    spoke = true
    out.unshift(say({ role: 'assistant', content }, null, undefined))
    return out
  }

  const entryOf = (value: ReasoningPart): Out => say({ reasoning_details: [encodeReasoningEntry(value, entries++)] }, null, undefined)

  /** The entry of the lone reasoning part before this one, now that it is no longer alone. */
  const separate = (value: Part): Out[] => {
    if (lone === undefined || lone.type !== 'reasoning' || value.type !== 'reasoning') return []
    const out = [entryOf(lone)]
    lone = undefined
    return out
  }

  const startCall = (value: Extract<Part, { type: 'tool-call' }>, call: number): JsonObject => {
    const whole: WireDraft = { index: call, ...encodeToolCall(value), id: value.callId, type: value.kind === 'custom' ? 'custom' : 'function' }
    return hintOf(value)?.['legacy'] === true ? { function_call: { name: value.name, arguments: value.arguments } } : { tool_calls: [whole] }
  }

  const reasoningDelta = (open: Open, text: string): JsonObject => {
    const hint = hintOf(open.value)
    const type = hint?.['details']
    if (typeof type === 'string') {
      const delta: WireDraft = { reasoning_details: [{ ...entryHead(open.value, type), [type === 'reasoning.summary' ? 'summary' : 'text']: text }] }
      if (typeof hint?.['copy'] === 'string') delta[hint['copy']] = text
      return delta
    }
    if (hint?.['slot'] === 'content') {
      const item: WireDraft = { type: 'thinking', thinking: [{ type: 'text', text }] }
      printBox(item, open.value)
      return { content: [item] }
    }
    return { [hint?.['key'] === 'reasoning' ? 'reasoning' : 'reasoning_content']: text }
  }

  /** The keys of a native entry that tell its fragments apart. */
  const entryHead = (value: Part, type: string): WireDraft => {
    const head: WireDraft = { type }
    printBox(head, value)
    return head
  }

  const logprobsDelta = (tokens: readonly TokenLogprob[]): Out => say({}, null, { logprobs: { content: encodeLogprobs(tokens), refusal: null } })

  const finishWith = (word: string, extensions: Extensions | undefined, out: Out[]): readonly Out[] => {
    finished = true
    if (annotations.length > 0) out.push(say({ annotations }, null, undefined))
    const extra: WireDraft = {}
    if (extensions) printBox(extra, { extensions })
    const { message, ...rest } = extra
    if (isJsonObject(message)) out.push(say(message, null, undefined))
    out.push(say({}, word, extensions && rest))
    return withRole(out, null)
  }

  return {
    start(part, value) {
      reporter.part(value)
      switch (value.type) {
        case 'text': {
          parts.set(part, { value, call: 0, base: length, length: value.text.length, sealed: '' })
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
          parts.set(part, { value, call: 0, base: 0, length: 0, sealed: '' })
          return withRole(value.text === '' ? [] : [say({ refusal: value.text }, null, undefined)], null)
        case 'reasoning': {
          const open: Open = { value, call: thoughts++, base: 0, length: 0, sealed: '' }
          parts.set(part, open)
          const out: Out[] = []
          for (const segment of value.segments) if (segment.text !== '') out.push(say(reasoningDelta(open, segment.text), null, undefined))
          if (value.seal && typeof hintOf(value)?.['details'] === 'string') {
            open.sealed = value.seal.data
            out.push(say({ reasoning_details: [encodeReasoningEntry({ ...value, segments: [] }, open.call)] }, null, undefined))
          }
          return withRole(out, null)
        }
        case 'tool-call': {
          const call = calls++
          parts.set(part, { value, call, base: 0, length: 0, sealed: '' })
          return withRole([say(startCall(value, call), null, undefined)], null)
        }
        case 'media': {
          if (value.kind !== 'audio' || value.source.type !== 'inline') return withRole([], null)
          parts.set(part, { value, call: 0, base: 0, length: 0, sealed: '' })
          const audio: WireDraft = {}
          if (value.source.base64 !== '') audio['data'] = value.source.base64
          if (value.transcript !== undefined) audio['transcript'] = value.transcript
          printBox(audio, value)
          return withRole([say({ audio }, null, undefined)], null)
        }
        default:
          return withRole([], null)
      }
    },
    delta(part, delta) {
      const open = parts.get(part)
      if (open === undefined) return nothing
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
          if (value.kind === 'custom') return [say({ tool_calls: [{ index: open.call, custom: { input: delta.text } }] }, null, undefined)]
          if (hintOf(value)?.['legacy'] === true) return [say({ function_call: { arguments: delta.text } }, null, undefined)]
          return [say({ tool_calls: [{ index: open.call, function: { arguments: delta.text } }] }, null, undefined)]
        case 'reasoning': {
          const before = delta.text === '' ? [] : separate(value)
          if (hintOf(value)?.['details'] === undefined) {
            held += delta.text.length
            if (held > setting.bufferedBytes) return undefined
            open.value = addDelta(value, delta)
          }
          if (delta.text === '') return nothing
          before.push(say(reasoningDelta(open, delta.text), null, undefined))
          return before
        }
        case 'seal': {
          open.value = addDelta(value, delta)
          const type = hintOf(value)?.['details']
          if (value.type !== 'reasoning' || typeof type !== 'string') return separate(value)
          // A native entry goes out as it comes; a seal that grows is sent on by what is new.
          const data = delta.seal.format === format ? delta.seal.data : wrapSeal(delta.seal)
          const fresh = data.startsWith(open.sealed) ? data.slice(open.sealed.length) : data
          open.sealed = data
          return [say({ reasoning_details: [{ ...entryHead(value, type), [type === 'reasoning.encrypted' ? 'data' : 'signature']: fresh }] }, null, undefined)]
        }
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
          return value.type === 'media' ? [say({ audio: { data: delta.base64 } }, null, undefined)] : nothing
        case 'status':
          return nothing
      }
    },
    end(part, extensions) {
      const open = parts.get(part)
      if (open === undefined) return nothing
      parts.delete(part)
      const { value } = open
      if (value.type === 'text') {
        // Only now is it known how long the cited text is.
        for (const citation of [...(value.citations ?? []), ...(open.citations ?? [])]) {
          const annotation = encodeAnnotation(citation, open.base, open.length)
          if (annotation) annotations.push(annotation)
        }
      }
      if (value.type === 'media') {
        const audio: WireDraft = {}
        if (extensions) printBox(audio, { extensions })
        return Object.keys(audio).length > 0 ? [say({ audio }, null, undefined)] : nothing
      }
      if (value.type !== 'reasoning') {
        if (value.seal !== undefined) reporter.seal(value)
        return nothing
      }
      const merged = extensions ? mergeExtensions(value.extensions, extensions) : undefined
      const whole = merged ? { ...value, extensions: merged } : value
      if (whole.seal === undefined) {
        if (hintOf(whole)?.['details'] !== undefined || hintOf(whole)?.['slot'] === 'content' || reasoningText([whole]) === '') return nothing
        if (entries > 0) return [entryOf(whole)]
        lone = whole
        return nothing
      }
      if (open.sealed !== '') return nothing
      if (!setting.context.policy.envelopeSeals) {
        reporter.seal(whole)
        return nothing
      }
      const out = separate(whole)
      out.push(entryOf(whole))
      return out
    },
    finish(finish, extensions) {
      if (finished) return nothing
      reporter.finish(finish, { calls: calls > 0, refusal })
      reporter.extensions(extensions)
      return finishWith(encodeFinish(finish, { calls: calls > 0, refusal }).word, extensions, [])
    },
    close(status, out) {
      if (!finished) out.push(...finishWith(status === 'incomplete' ? 'length' : calls > 0 ? 'tool_calls' : 'stop', undefined, []))
    },
  }
}
