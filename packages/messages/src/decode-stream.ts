import { isJsonObject, mergeUsage } from '@interlingua/core'
import { hasKeys, putOwn, statusFromFinishes } from '@interlingua/core/adapter'
import type {
  Context,
  Extensions,
  Failure,
  Frame,
  Json,
  JsonObject,
  Machine,
  Part,
  DecodeState,
  StreamEvent,
  Usage,
} from '@interlingua/core'
import { inputFromBuckets } from '@interlingua/core/adapter'
import { decodeFailure } from './decode-failure.ts'
import { extensionOf, keep } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { decodeFinish } from './finish-reason.ts'
import type { Ending } from './finish-reason.ts'
import { ownAnswer } from './own-answer.ts'
import { createBlockReader } from './read-block.ts'
import type { BlockReader } from './read-block.ts'
import { decodeServiceTier, decodeUsage } from './usage.ts'
import { withoutTier } from './decode-response.ts'
import type { WireFailure, WireStreamEvent } from './wire/wire-response.ts'

interface State {
  started: boolean
  ended: boolean
  usage: Usage | undefined
  ending: Ending
  /** Unknown keys of the final events: in `message_delta`, in its `delta`, and in `message_stop`. A later event of a type overwrites. */
  beside: JsonDraft | undefined
  delta: JsonDraft | undefined
  stop: JsonDraft | undefined
}

const nothing: readonly StreamEvent[] = []
const keepAlive: readonly StreamEvent[] = [{ type: 'keep-alive' }]
const startKeys = new Set(['id', 'model', 'content', 'usage', 'type', 'role', 'stop_reason', 'stop_sequence', 'stop_details'])
const endingKeys = new Set(['stop_reason', 'stop_sequence', 'stop_details'])

/** Decodes wire events. Tolerates missing events of servers; only `message_stop` is the end. */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireStreamEvent>, StreamEvent> {
  const state: State = {
    started: false,
    ended: false,
    usage: undefined,
    ending: {},
    beside: undefined,
    delta: undefined,
    stop: undefined,
  }
  const blocks = createBlockReader(context, sent)

  const fail = (failure: Failure): readonly StreamEvent[] => {
    state.ended = true
    return [
      { type: 'failure', failure },
      { type: 'response-end', status: 'failed' },
    ]
  }

  const decodeEvent = (wire: WireStreamEvent): readonly StreamEvent[] => {
    switch (wire.type) {
      case 'content_block_delta':
      case 'content_block_start':
      case 'content_block_stop': {
        const events = blocks.read(wire)
        if (events.type === 'limit') return fail({ code: 'limit', message: events.message, retryable: false })
        return started(state, events.events)
      }
      case 'ping':
        return keepAlive
      case 'message_start':
        return state.started ? nothing : startResponse(state, wire, blocks)
      case 'message_delta':
        return started(state, decodeMessageDelta(state, wire))
      case 'message_stop':
        if (!state.started) return fail({ code: 'truncated-stream', message: 'the stream ended before it began', retryable: true })
        state.ended = true
        // Bedrock puts its metrics here.
        for (const key in wire) {
          const value = wire[key]
          if (value !== undefined && key !== 'type') state.stop = keep(state.stop, key, value)
        }
        return endResponse(state, blocks)
      case 'error':
        return fail(decodeFailure({ status: 200, headers: {}, body: wire as unknown as WireFailure }, context)) // decodeFailure looks at each key
      default:
        return started(state, [{ type: 'opaque', format: 'messages', wire }])
    }
  }

  return {
    push(frame) {
      if (state.ended) return nothing
      // Nearly every event is a delta of an open block.
      if (frame.type === 'event' && frame.wire.type === 'content_block_delta') {
        const events = blocks.delta(frame.wire)
        if (events !== undefined) return events
      }
      switch (frame.type) {
        case 'event':
          return decodeEvent(frame.wire)
        case 'comment':
          return keepAlive
        case 'done':
          return nothing
        case 'invalid':
          return fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
      }
    },
    end: () =>
      state.ended ? nothing : fail({ code: 'truncated-stream', message: 'the stream ended before message_stop', retryable: true }),
  }
}

/** Adds a start for servers that skip `message_start`. */
function started(state: State, events: readonly StreamEvent[]): readonly StreamEvent[] {
  if (state.started || events.length === 0) return events
  state.started = true
  return [{ type: 'response-start', id: '', model: '', extensions: { messages: { hint: ownAnswer } } }, ...events]
}

function startResponse(state: State, wire: WireStreamEvent, blocks: BlockReader): readonly StreamEvent[] {
  state.started = true
  const message = isJsonObject(wire.message) ? wire.message : {}
  const id = typeof message.id === 'string' ? message.id : ''
  const model = typeof message.model === 'string' ? message.model : ''
  if (model !== '') blocks.model = model
  let rest: JsonDraft | undefined
  let absent: string[] | undefined
  for (const key in message) {
    const value = message[key]
    if (value !== undefined && !startKeys.has(key)) rest = keep(rest, key, value)
  }
  let around: string[] | undefined
  let again: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type' || key === 'message') continue
    // A key that the message has as well occurs twice here, and is reported once by other formats.
    if (Object.hasOwn(message, key)) again = keep(again, key, value)
    else {
      rest = keep(rest, key, value)
      ;(around ??= []).push(key)
    }
  }
  for (const key of ['id', 'type', 'role', 'model', 'usage']) if (!Object.hasOwn(message, key)) (absent ??= []).push(key)
  state.ending = { ...pick(message) }
  const extensions = extensionOf(rest, {
    ...ownAnswer,
    ...(absent && { absent }),
    ...(around && { around }),
    ...(again && { again: [again] }),
  })
  const tier = isJsonObject(message.usage) ? decodeServiceTier(message.usage) : undefined
  if (isJsonObject(message.usage)) state.usage = decodeUsage(tier === undefined ? message.usage : withoutTier(message.usage))
  return [
    {
      type: 'response-start',
      id,
      model,
      ...(tier !== undefined && { serviceTier: tier }),
      ...(state.usage && { usage: state.usage }),
      ...(extensions && { extensions }),
    },
  ]
}

function pick(wire: JsonObject): Record<string, Json> {
  const picked: Record<string, Json> = {}
  for (const key of endingKeys) {
    const value = wire[key]
    if (value !== undefined) picked[key] = value
  }
  return picked
}

/** Each `message_delta` overwrites; its usage is cumulative, and null counts as absent. */
function decodeMessageDelta(state: State, wire: WireStreamEvent): readonly StreamEvent[] {
  const delta = isJsonObject(wire.delta) ? wire.delta : {}
  state.ending = { ...state.ending, ...pick(delta) }
  for (const key in delta) {
    const value = delta[key]
    if (value !== undefined && !endingKeys.has(key)) state.delta = keep(state.delta, key, value)
  }
  for (const key in wire) {
    const value = wire[key]
    if (value !== undefined && key !== 'type' && key !== 'delta' && key !== 'usage') state.beside = keep(state.beside, key, value)
  }
  if (!isJsonObject(wire.usage)) return nothing
  const known: JsonDraft = {}
  for (const key in wire.usage) {
    const value = wire.usage[key]
    if (value !== undefined && value !== null) known[key] = value
  }
  const tier = decodeServiceTier(known)
  const merged = mergeUsage(state.usage, decodeUsage(tier === undefined ? known : withoutTier(known)))
  const { total: _, ...buckets } = merged.input
  // Recomputes the sum, since a later event may refresh one bucket only.
  state.usage = { ...merged, input: inputFromBuckets(buckets) }
  return [tier === undefined ? { type: 'usage', usage: state.usage } : { type: 'usage', usage: state.usage, serviceTier: tier }]
}

/** Decides the finish reason once the whole response is known. */
function endResponse(state: State, blocks: BlockReader): readonly StreamEvent[] {
  const events: StreamEvent[] = [...blocks.close()]
  const calls: readonly Part[] = blocks.sawCall() ? [{ type: 'tool-call', callId: '', name: '', kind: 'function', arguments: '' }] : []
  const finish = decodeFinish(state.ending, calls)
  if (finish) events.push({ type: 'candidate-end', candidate: 0, finish })
  else for (const [key, value] of Object.entries(state.ending)) state.delta = keep(state.delta, key, value)
  const extensions = extensionOfEnds(state)
  const status = statusFromFinishes([finish])
  events.push(extensions ? { type: 'response-end', status, extensions } : { type: 'response-end', status })
  return events
}

/**
 * Joins the unknown keys of three places in one extension: `delta` and `stop` list the keys of two, and `again` holds for each place what
 * an earlier one had as well.
 */
function extensionOfEnds({ beside, delta, stop }: State): Extensions | undefined {
  if (delta === undefined && stop === undefined) return extensionOf(beside)
  const rest: JsonDraft = { ...beside }
  const hint: JsonDraft = {}
  const again: JsonDraft[] = []
  for (const [place, draft] of [['delta', delta] as const, ['stop', stop] as const]) {
    let told: JsonDraft | undefined
    const keys: string[] = []
    for (const key in draft) {
      const value = draft[key] ?? null
      if (Object.hasOwn(rest, key)) told = keep(told, key, value)
      else {
        putOwn(rest, key, value)
        keys.push(key)
      }
    }
    if (keys.length > 0) hint[place] = keys
    again.push(told ?? {})
  }
  if (again.some(hasKeys)) hint['again'] = again
  return extensionOf(rest, hint)
}
