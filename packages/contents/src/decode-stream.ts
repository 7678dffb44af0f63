import type {
  Context,
  Extensions,
  Failure,
  Frame,
  InputUsage,
  Json,
  JsonObject,
  Machine,
  OutputUsage,
  DecodeState,
  StreamEvent,
  Usage,
} from '@interlingua/core'
import { isJsonObject, mergeUsage } from '@interlingua/core'
import { hasKeys, isPrintedTime, parseTime, statusFromFinishes } from '@interlingua/core/adapter'
import { createCandidateReader } from './candidate-reader.ts'
import type { CandidateReader } from './candidate-reader.ts'
import { decodeFailure } from './decode-failure.ts'
import { extensionOf, format, keep, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { createDecodeScope } from './parts/create-decode-scope.ts'
import { readDialect } from './profiles.ts'
import { decodeBlock } from './prompt-feedback.ts'
import { decodeServiceTier } from './service-tier.ts'
import { readSpelling } from './spelling.ts'
import { decodeUsage } from './usage.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

const nothing: readonly StreamEvent[] = []
const alive: readonly StreamEvent[] = [{ type: 'keep-alive' }]

/** Interval, in usage snapshots, at which a usage event is emitted. */
const toldEach = 16
const usualKeys: ReadonlySet<string> = new Set(['candidates', 'usageMetadata', 'modelVersion', 'responseId', 'createTime'])

type Start = Extract<StreamEvent, { type: 'response-start' }>

/**
 * Decodes frames. Without a mark at its end, a stream is complete when it ends and every candidate with content has given its reason, or
 * when the prompt was blocked; usage is a snapshot in each frame.
 */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireStreamFrame>, StreamEvent> {
  const { vendor } = readDialect(context.dialect)
  const candidates = new Map<number, CandidateReader>()
  const counter = { parts: 0 }
  let started = false
  let ended = false
  let id = ''
  let model = ''
  let tier: string | undefined
  let counts: JsonObject | undefined
  /** Latest usage that was emitted. */
  let told: Usage | undefined
  let rest: JsonDraft | undefined
  let snapshots = 0

  /** Usage of the latest snapshot. Usage events are merged, so a count that is gone from the snapshot is 0 in it. */
  const lastUsage = (snapshot: JsonObject): Usage => {
    const usage = decodeUsage(snapshot)
    return told === undefined
      ? usage
      : { ...usage, input: withZeros(usage.input, told.input), output: withZeros(usage.output, told.output) }
  }

  const fail = (failure: Failure, events: StreamEvent[]): readonly StreamEvent[] => {
    ended = true
    const left = [...candidates.values()].map((reader) => reader.left()).filter((candidate) => candidate !== undefined)
    const more = counts && hasKeys(restOf(decodeUsage(counts))) ? counts : undefined
    if (started && (rest !== undefined || more !== undefined || left.length > 0)) {
      const wire: JsonObject = { ...(left.length > 0 && { candidates: left }), ...(more && { usageMetadata: more }), ...rest }
      events.push({ type: 'opaque', format, wire, keys: [] })
    }
    if (counts) events.push(usageEvent(lastUsage(counts), undefined))
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
    return events
  }

  const begin = (wire: JsonObject, events: StreamEvent[]): void => {
    started = true
    const absent: string[] = []
    if (typeof wire.responseId === 'string') id = wire.responseId
    else absent.push('responseId')
    if (typeof wire.modelVersion === 'string') model = wire.modelVersion
    else absent.push('modelVersion')
    const [first] = Array.isArray(wire.candidates) ? (wire.candidates as readonly Json[]) : []
    if (isJsonObject(first) && first.index === undefined) absent.push('index')
    const event: Draft<Start> = { type: 'response-start', id, model }
    let hint: JsonDraft | undefined = absent.length > 0 ? { absent } : undefined
    const created = typeof wire.createTime === 'string' ? parseTime(wire.createTime) : undefined
    if (created !== undefined) {
      event.createdAt = created
      if (typeof wire.createTime === 'string' && !isPrintedTime(wire.createTime, created)) hint = keep(hint, 'createTime', wire.createTime)
    }
    if (isJsonObject(wire.usageMetadata)) {
      counts = wire.usageMetadata
      event.usage = told = withoutExtension(decodeUsage(counts))
      tier = decodeServiceTier(counts.serviceTier)
      if (tier !== undefined) event.serviceTier = tier
    }
    const extensions = extensionOf(undefined, hint)
    if (extensions) event.extensions = extensions
    events.push(event)
  }

  /** Notes a snapshot of usage, of which only the last is final; some are emitted, for a reader who leaves the stream early. */
  const readUsage = (usage: JsonObject, events: StreamEvent[]): void => {
    counts = usage
    if (++snapshots % toldEach !== 0) return
    const event = usageEvent(withoutExtension(lastUsage(counts)), undefined)
    told = told === undefined ? event.usage : mergeUsage(told, event.usage)
    events.push(event)
  }

  /** Returns false if the candidate broke a limit, so that the stream has failed. */
  const readCandidate = (wire: JsonObject, position: number, events: StreamEvent[]): boolean => {
    const index = Number.isInteger(wire.index) ? Number(wire.index) : position
    let reader = candidates.get(index)
    if (reader === undefined) {
      if (candidates.size >= context.limits.candidates || index < 0 || index > context.limits.arrayIndex) {
        fail({ code: 'limit', message: 'the stream has too many candidates', retryable: false }, events)
        return false
      }
      const scope = createDecodeScope({ vendor, seed: id, model: model === '' ? undefined : model })
      reader = createCandidateReader({ index, responseId: id, scope, reversals: sent?.reversals, limits: context.limits, counter })
      candidates.set(index, reader)
    }
    const failure = reader.read(wire, events)
    if (failure === undefined) return true
    fail(failure, events)
    return false
  }

  const read = (frame: WireStreamFrame): readonly StreamEvent[] => {
    const events: StreamEvent[] = []
    if (frame.error !== undefined && frame.error !== null)
      return fail(decodeFailure({ status: 200, headers: {}, body: frame }, context), events)
    const wire = isSnake(frame) ? readSpelling(frame).wire : frame
    const first = !started
    if (first) begin(wire, events)
    for (const key in wire) {
      switch (key) {
        case 'modelVersion':
        case 'responseId':
        case 'createTime':
          continue
        case 'candidates': {
          const list = wire[key]
          if (!Array.isArray(list)) continue
          for (let i = 0; i < list.length; i++) {
            const candidate: Json | undefined = list[i]
            if (isJsonObject(candidate) && !readCandidate(candidate, i, events)) return events
          }
          continue
        }
        case 'usageMetadata': {
          const usage = wire[key]
          if (!first && isJsonObject(usage)) readUsage(usage, events)
          continue
        }
      }
      const value = wire[key]
      if (value !== undefined && value !== null) rest = keep(rest, key, value)
    }
    return events
  }

  /** Reads a frame that only continues the open text, beside a new snapshot of usage, as nearly all do; `undefined` for any other. */
  const readPlain = (frame: WireStreamFrame): readonly StreamEvent[] | undefined => {
    if (counts !== undefined && (snapshots + 1) % toldEach === 0) return undefined
    const { candidates: list, usageMetadata: usage } = frame
    if (!Array.isArray(list) || list.length !== 1 || (usage !== undefined && (counts === undefined || !isJsonObject(usage))))
      return undefined
    const candidate: Json | undefined = list[0]
    if (!isJsonObject(candidate)) return undefined
    const reader = candidates.get(Number.isInteger(candidate.index) ? Number(candidate.index) : 0)
    if (reader === undefined || !reader.speaks()) return undefined
    for (const key in frame) if (!usualKeys.has(key)) return undefined
    const event = reader.plain(candidate)
    if (event === undefined) return undefined
    if (counts !== undefined && isJsonObject(usage)) {
      snapshots++
      counts = usage
    }
    return [event]
  }

  const finish = (): readonly StreamEvent[] => {
    const events: StreamEvent[] = []
    const block = candidates.size === 0 ? decodeBlock(rest?.promptFeedback) : undefined
    if (block?.finish) {
      delete rest?.promptFeedback
      events.push({ type: 'candidate-end', candidate: 0, finish: block.finish, extensions: block.extensions ?? {} })
    } else if (candidates.size === 0 || [...candidates.values()].some((reader) => !reader.ended()))
      return fail({ code: 'truncated-stream', message: 'the stream ended before its finish reason', retryable: true }, events)
    ended = true
    const finishes = block ? [block.finish] : [...candidates.values()].map((reader) => reader.close(events))
    if (counts) {
      const last = decodeServiceTier(counts.serviceTier)
      events.push(usageEvent(lastUsage(counts), last === tier ? undefined : last))
    }
    const extensions: Extensions | undefined = rest && Object.keys(rest).length > 0 ? extensionOf(rest) : undefined
    const status = statusFromFinishes(finishes)
    events.push(extensions ? { type: 'response-end', status, extensions } : { type: 'response-end', status })
    return events
  }

  return {
    push(frame) {
      if (ended) return nothing
      switch (frame.type) {
        case 'event':
          return readPlain(frame.wire) ?? read(frame.wire)
        case 'comment':
          return alive
        case 'done':
          return nothing
        case 'invalid':
          return fail({ code: 'malformed-upstream', message: frame.message, retryable: true }, [])
      }
    },
    end: () => (ended ? nothing : finish()),
    settled() {
      if (ended) return false
      for (const reader of candidates.values()) if (!reader.ended()) return false
      return candidates.size > 0 || decodeBlock(rest?.promptFeedback)?.finish !== undefined
    },
  }
}

function usageEvent(usage: Usage, serviceTier: string | undefined): Extract<StreamEvent, { type: 'usage' }> {
  return serviceTier === undefined ? { type: 'usage', usage } : { type: 'usage', usage, serviceTier }
}

/** Usage without its spelling, of which only the last snapshot's is kept. */
function withoutExtension(usage: Usage): Usage {
  const { extensions: _, ...bare } = usage
  return bare
}

/** Sets counts that were emitted and are gone to 0. */
function withZeros<Counts extends InputUsage | OutputUsage>(counts: Counts, told: Counts): Counts {
  let whole: JsonDraft | undefined
  for (const key in told) if (typeof told[key] === 'number' && counts[key] === undefined) whole = keep(whole, key, 0)
  return whole === undefined ? counts : { ...whole, ...counts }
}

function isSnake(frame: WireStreamFrame): boolean {
  return frame.usage_metadata !== undefined || frame.model_version !== undefined || frame.response_id !== undefined
}
