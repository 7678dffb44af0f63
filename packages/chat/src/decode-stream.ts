import type { Context, Extensions, Failure, Frame, JsonObject, Machine, DecodeState, StreamEvent } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { mergeExtensions, statusFromFinishes } from '@interlingua/core/adapter'
import { createChoiceReader } from './choice-reader.ts'
import type { ChoiceReader } from './choice-reader.ts'
import { decodeFailure } from './decode-failure.ts'
import { failedChoice } from './failed-choice.ts'
import { format, isBlank } from './extension.ts'
import type { Draft, WireDraft } from './extension.ts'
import { isKnownTier } from './is-known-tier.ts'
import { readDialect } from './profiles.ts'
import { decodeUsage } from './usage.ts'
import type { WireStreamChunk } from './wire/response.ts'

const nothing: readonly StreamEvent[] = []
const alive: readonly StreamEvent[] = [{ type: 'keep-alive' }]
const otherTier = { hint: { serviceTier: 'other' } } as const

/**
 * Decodes chunks. Tolerates compatible servers' deviations: missing roles, ids and indexes, usage anywhere, no `[DONE]`; a stream that ends
 * before the finish reason of a choice with content has failed.
 */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireStreamChunk>, StreamEvent> {
  const { vendor } = readDialect(context.dialect)
  const choices = new Map<number, ChoiceReader>()
  const counter = { parts: 0, limit: context.limits.parts }
  /** Unknown keys of the chunks after the first, which are emitted with the end. */
  let late: WireDraft | undefined
  let started = false
  let ended = false
  let id = ''
  let model = ''
  let created = 0
  let tier: string | undefined

  const fail = (failure: Failure, events: StreamEvent[]): void => {
    ended = true
    const left = [...choices.values()].map((choice) => choice.left()).filter((choice) => choice !== undefined)
    // Only this format has a place for them beside a failure.
    if (started && (late !== undefined || left.length > 0)) {
      const wire = { id, object: 'chat.completion.chunk', created, model, choices: left, ...late }
      events.push({ type: 'opaque', format, wire, keys: [] })
    }
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
  }

  const start = (chunk: JsonObject, events: StreamEvent[]): void => {
    // Azure's first chunk holds only its filters, without id and choices; it waits for the first full chunk.
    if (!chunk['id'] && Array.isArray(chunk['choices']) && chunk['choices'].length === 0 && !reportsUsage(chunk)) {
      late = unknownKeys(chunk, late)
      return
    }
    started = true
    id = typeof chunk['id'] === 'string' ? chunk['id'] : ''
    const event: Draft<Extract<StreamEvent, { type: 'response-start' }>> = {
      type: 'response-start',
      id,
      model: typeof chunk['model'] === 'string' ? chunk['model'] : '',
    }
    model = event.model
    if (typeof chunk['created'] === 'number') event.createdAt = (created = chunk['created']) * 1000
    if (typeof chunk['service_tier'] === 'string') event.serviceTier = tier = chunk['service_tier']
    const rest = unknownKeys(chunk, late)
    late = undefined
    const foreign = tier !== undefined && !isKnownTier(tier)
    if (rest || foreign) event.extensions = { [format]: { ...(rest && { rest }), ...(foreign && otherTier) } }
    events.push(event)
  }

  const finish = (events: StreamEvent[]): void => {
    const spoke = [...choices.values()]
    if (!started || spoke.length === 0 || spoke.some((choice) => !choice.finished())) {
      fail({ code: 'truncated-stream', message: 'the stream ended before its finish reason', retryable: true }, events)
      return
    }
    ended = true
    const status = statusFromFinishes(spoke.map((choice) => choice.finished()))
    const extensions: Extensions | undefined = late && { [format]: { rest: late } }
    events.push(extensions ? { type: 'response-end', status, extensions } : { type: 'response-end', status })
  }

  const read = (chunk: JsonObject): readonly StreamEvent[] => {
    const events: StreamEvent[] = []
    const { error, choices: listed, usage } = chunk
    if (error !== undefined && error !== null) {
      fail(decodeFailure({ status: 200, headers: {}, body: chunk }, context), events)
      return events
    }
    if (!started) start(chunk, events)
    else late = unknownKeys(chunk, late)
    if (Array.isArray(listed)) {
      for (let i = 0; i < listed.length; i++) {
        const choice = listed[i]
        if (isJsonObject(choice) && !readChoice(choice, i, events)) return events
      }
    }
    readUsage(chunk, usage, events)
    return events
  }

  /** Returns false if the choice broke a limit, so that the stream has failed. */
  const readChoice = (wire: JsonObject, position: number, events: StreamEvent[]): boolean => {
    const index = Number.isInteger(wire['index']) ? Number(wire['index']) : position
    let reader = choices.get(index)
    if (reader === undefined) {
      if (choices.size >= context.limits.candidates || index < 0 || index > context.limits.arrayIndex) {
        fail({ code: 'limit', message: 'the stream has too many choices', retryable: false }, events)
        return false
      }
      reader = createChoiceReader({
        index,
        responseId: id,
        vendor,
        reversals: sent?.reversals,
        counter,
        bufferedBytes: context.limits.bufferedBytes,
      })
      choices.set(index, reader)
    }
    const failure = failedChoice(wire, context) ?? reader.read(wire, events)
    if (failure === undefined) return true
    fail(failure, events)
    return false
  }

  const readUsage = (chunk: JsonObject, usage: JsonObject[string] | undefined, events: StreamEvent[]): void => {
    const groq = chunk['x_groq']
    const counts = isJsonObject(usage) ? usage : isJsonObject(groq) && isJsonObject(groq['usage']) ? groq['usage'] : undefined
    const newTier = typeof chunk['service_tier'] === 'string' && chunk['service_tier'] !== tier ? chunk['service_tier'] : undefined
    if (newTier !== undefined) tier = newTier
    if (counts === undefined && newTier === undefined) return
    const event: Draft<Extract<StreamEvent, { type: 'usage' }>> = {
      type: 'usage',
      usage: counts ? decodeUsage(counts) : { input: {}, output: {} },
    }
    if (newTier !== undefined) {
      event.serviceTier = newTier
      if (!isKnownTier(newTier))
        event.usage = {
          input: {},
          output: {},
          ...event.usage,
          extensions: mergeExtensions(event.usage?.extensions, { [format]: otherTier }) ?? {},
        }
    }
    events.push(event)
  }

  return {
    push(frame) {
      if (ended) return nothing
      switch (frame.type) {
        case 'event':
          return read(frame.wire)
        case 'comment':
          return alive
        case 'done': {
          const events: StreamEvent[] = []
          for (const choice of choices.values()) choice.endUnsaid(events)
          finish(events)
          return events
        }
        case 'invalid': {
          const events: StreamEvent[] = []
          fail({ code: 'malformed-upstream', message: frame.message, retryable: true }, events)
          return events
        }
      }
    },
    end() {
      if (ended) return nothing
      const events: StreamEvent[] = []
      finish(events)
      return events
    },
    settled() {
      if (ended) return false
      for (const choice of choices.values()) if (!choice.finished()) return false
      return choices.size > 0
    },
  }
}

function reportsUsage({ usage, service_tier: tier, x_groq: groq }: JsonObject): boolean {
  return isJsonObject(usage) || typeof tier === 'string' || (isJsonObject(groq) && isJsonObject(groq['usage']))
}

/** `obfuscation` and Mistral's `p` are padding against traffic analysis. */
function unknownKeys(chunk: JsonObject, rest: WireDraft | undefined): WireDraft | undefined {
  let found = rest
  for (const key in chunk) {
    switch (key) {
      case 'id':
      case 'object':
      case 'created':
      case 'model':
      case 'choices':
      case 'usage':
      case 'service_tier':
      case 'obfuscation':
      case 'p':
        continue
    }
    const value = chunk[key]
    if (value === undefined || isBlank(value) || (found !== undefined && found[key] === value)) continue
    found ??= {}
    if (key !== '__proto__') found[key] = value
  }
  return found
}
