import type {
  Citation,
  Context,
  Delta,
  Extensions,
  Finish,
  Frame,
  JsonObject,
  Part,
  Seal,
  TokenLogprob,
  ToolCallPart,
} from '@interlingua/core'
import { addDelta, createOpenParts, isJsonObject, mergeRest, sealBearer } from '@interlingua/core'
import { format, hintOf, printBox, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeFinish } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { encodeAnnotation } from './parts/citation.ts'
import { encodeToolCall } from './parts/tool-call.ts'
import { createReasoningWriter } from './reasoning-writer.ts'
import type { OpenThought } from './reasoning-writer.ts'
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
  value: Part
  /** Of a tool call: its index among the calls of the choice. */
  readonly call: number
  /** Of a text: where it begins in the content. */
  readonly base: number
  /** Of a text and of arguments: how much there is so far. */
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
  const thoughts = new Map<number, OpenThought>()
  /** Foreign seals that wait for the end of their part, which has no slot for them. */
  const borne = new Map<number, { readonly value: Part; readonly seal: Seal }>()
  let refusal = false
  let length = 0
  let finished = false

  /** The first chunk of a choice says the role, and whether text follows at once: calls have null beside them, as in a document. */
  const withRole = (out: Out[], content: '' | null = ''): Out[] => {
    if (spoke) return out
    spoke = true
    out.unshift(say({ role: 'assistant', content }, null, undefined))
    return out
  }

  const startCall = (value: Extract<Part, { type: 'tool-call' }>, call: number): JsonObject => {
    const whole: WireDraft = {
      index: call,
      ...encodeToolCall(value, true),
      id: value.callId,
      type: value.kind === 'custom' ? 'custom' : 'function',
    }
    if (hintOf(value)?.['legacy'] !== true) return { tool_calls: [whole] }
    const legacy: WireDraft = { name: value.name, arguments: value.arguments }
    const rest = restOf(value)
    if (rest) mergeRest(legacy, rest)
    return { function_call: legacy }
  }

  /** What became known of a call while it was streamed. */
  const endCall = (value: ToolCallPart, open: Open, late: JsonObject | undefined): readonly Out[] => {
    const legacy = hintOf(value)?.['legacy'] === true
    const wire: WireDraft = legacy ? {} : { index: open.call }
    // Clients parse the arguments of a call without any: nothing is no JSON.
    if (open.length === 0 && value.kind !== 'custom' && !legacy) wire['function'] = { arguments: '{}' }
    else if (late === undefined) return nothing
    if (late) mergeRest(wire, late)
    return [say(legacy ? { function_call: wire } : { tool_calls: [wire] }, null, undefined)]
  }

  /** An entry of its own for the seal of a part that has none. */
  const bear = (value: Part, seal: Seal, out: Out[]): Out[] => {
    reasoning.end(reasoning.start(sealBearer(value, seal), out), undefined, out)
    return out
  }

  const mustBear = (value: Part, seal: Seal | undefined): seal is Seal =>
    seal !== undefined &&
    seal.format !== format &&
    setting.context.policy.envelopeSeals &&
    value.type !== 'reasoning' &&
    value.type !== 'compaction'

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
    if (extensions) printBox(extra, { extensions })
    const { message, ...rest } = extra
    if (isJsonObject(message)) out.push(say(message, null, undefined))
    out.push(say({}, word, extensions && rest))
    return withRole(out, null)
  }

  return {
    start(part, value) {
      if (mustBear(value, value.seal)) {
        const { seal, ...bare } = value
        if (value.type === 'tool-call') return [...withRole(bear(value, seal, []), null), ...this.start(part, bare)]
        borne.set(part, { value, seal })
        return this.start(part, bare as Part) // the same part without an optional field
      }
      reporter.part(value)
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
          parts.set(part, { value, call, base: 0, length: value.arguments.length })
          return withRole([say(startCall(value, call), null, undefined)], null)
        }
        case 'media': {
          if (value.kind !== 'audio' || value.source.type !== 'inline') return withRole([], null)
          parts.set(part, { value, call: 0, base: 0, length: 0 })
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
          return value.type === 'media' ? [say({ audio: { data: delta.base64 } }, null, undefined)] : nothing
        case 'seal':
          if (mustBear(value, delta.seal)) borne.set(part, { value, seal: delta.seal })
          else open.value = addDelta(value, delta)
          return nothing
        case 'status':
        case 'reasoning':
          return nothing
      }
    },
    end(part, extensions) {
      const bearing = borne.get(part)
      if (bearing) {
        borne.delete(part)
        return [...this.end(part, extensions), ...bear(bearing.value, bearing.seal, [])]
      }
      const thought = thoughts.get(part)
      if (thought) {
        thoughts.delete(part)
        const out: Out[] = []
        reasoning.end(thought, extensions, out)
        return out
      }
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
      if (value.seal !== undefined) reporter.seal(value)
      return value.type === 'tool-call' ? endCall(value, open, extensions && restOf({ extensions })) : nothing
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
