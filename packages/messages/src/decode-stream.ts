import { hasKeys, isJsonObject, mergeUsage, putOwn, statusOfFinishes } from '@interlingua/core'
import type { Context, Extensions, Failure, Frame, Json, JsonObject, Machine, Part, Sent, StreamEvent, Usage } from '@interlingua/core'
import { inputFromBuckets } from '@interlingua/core'
import { decodeFailure } from './decode-failure.ts'
import { box, keep } from './extension.ts'
import type { Bag } from './extension.ts'
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
  /** What nobody models of the ends: in `message_delta`, in its `delta`, and in `message_stop`. A later event of a type overwrites. */
  beside: Bag | undefined
  delta: Bag | undefined
  stop: Bag | undefined
}

const nothing: readonly StreamEvent[] = []
const liveness: readonly StreamEvent[] = [{ type: 'liveness' }]
const startKeys = new Set(['id', 'model', 'content', 'usage', 'type', 'role', 'stop_reason', 'stop_sequence', 'stop_details'])
const endingKeys = new Set(['stop_reason', 'stop_sequence', 'stop_details'])

/** Wire events as canonical events. Tolerant of what servers leave out; the end is `message_stop` and nothing else. */
export function createStreamDecoder(context: Context, sent?: Sent): Machine<Frame<WireStreamEvent>, StreamEvent> {
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
        return liveness
      case 'message_start':
        return state.started ? nothing : startResponse(state, wire, blocks)
      case 'message_delta':
        return started(state, decodeMessageDelta(state, wire))
      case 'message_stop':
        if (!state.started) return fail({ code: 'truncated-stream', message: 'the stream ended before it began', retryable: true })
        state.ended = true
        // Bedrock puts its metrics there.
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
      // Nearly every event is a delta of a block that is open.
      if (frame.type === 'event' && frame.wire.type === 'content_block_delta') {
        const events = blocks.delta(frame.wire)
        if (events !== undefined) return events
      }
      switch (frame.type) {
        case 'event':
          return decodeEvent(frame.wire)
        case 'comment':
          return liveness
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

/** Servers that skip `message_start` still get a stream that begins. */
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
  let rest: Bag | undefined
  let absent: string[] | undefined
  for (const key in message) {
    const value = message[key]
    if (value !== undefined && !startKeys.has(key)) rest = keep(rest, key, value)
  }
  let around: string[] | undefined
  let again: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type' || key === 'message') continue
    // What the message says as well is told twice here, and named once elsewhere.
    if (Object.hasOwn(message, key)) again = keep(again, key, value)
    else {
      rest = keep(rest, key, value)
      ;(around ??= []).push(key)
    }
  }
  for (const key of ['id', 'type', 'role', 'model', 'usage']) if (!Object.hasOwn(message, key)) (absent ??= []).push(key)
  state.ending = { ...pick(message) }
  const extensions = box(rest, { ...ownAnswer, ...(absent && { absent }), ...(around && { around }), ...(again && { again: [again] }) })
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

/** Each `message_delta` overwrites; its usage is cumulative, and null there says nothing. */
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
  const known: Bag = {}
  for (const key in wire.usage) {
    const value = wire.usage[key]
    if (value !== undefined && value !== null) known[key] = value
  }
  const tier = decodeServiceTier(known)
  const merged = mergeUsage(state.usage, decodeUsage(tier === undefined ? known : withoutTier(known)))
  const { total: _, ...buckets } = merged.input
  // The sum again: a later event may refresh one bucket alone.
  state.usage = { ...merged, input: inputFromBuckets(buckets) }
  return [tier === undefined ? { type: 'usage', usage: state.usage } : { type: 'usage', usage: state.usage, serviceTier: tier }]
}

/** Why the answer ended is decided when all of it is known. */
function endResponse(state: State, blocks: BlockReader): readonly StreamEvent[] {
  const events: StreamEvent[] = [...blocks.close()]
  const calls: readonly Part[] = blocks.sawCall() ? [{ type: 'tool-call', callId: '', name: '', kind: 'function', arguments: '' }] : []
  const finish = decodeFinish(state.ending, calls)
  if (finish) events.push({ type: 'candidate-end', candidate: 0, finish })
  else for (const [key, value] of Object.entries(state.ending)) state.delta = keep(state.delta, key, value)
  const extensions = boxOfEnds(state)
  const status = statusOfFinishes([finish])
  events.push(extensions ? { type: 'response-end', status, extensions } : { type: 'response-end', status })
  return events
}

/** One box for what stood at three places: `delta` and `stop` name the keys of two, `again` has for each place what stood before it as well. */
function boxOfEnds({ beside, delta, stop }: State): Extensions | undefined {
  if (delta === undefined && stop === undefined) return box(beside)
  const rest: Bag = { ...beside }
  const hint: Bag = {}
  const again: Bag[] = []
  for (const [place, bag] of [['delta', delta] as const, ['stop', stop] as const]) {
    let told: Bag | undefined
    const keys: string[] = []
    for (const key in bag) {
      const value = bag[key] ?? null
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
  return box(rest, hint)
}
