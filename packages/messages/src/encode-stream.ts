import { isJsonObject, mergeUsage } from '@interlingua/core'
import { createFrameRest, createOnce, createOpenParts, mergeExtensions } from '@interlingua/core/adapter'
import type {
  EncodeState,
  Context,
  Extensions,
  Failure,
  Finish,
  Frame,
  Item,
  Json,
  JsonObject,
  Machine,
  Pointer,
  StreamEvent,
  Usage,
} from '@interlingua/core'
import { encodeFailureEvent } from './encode-failure.ts'
import { completeDelta, completeDeltaUsage, completeMessage } from './complete-answer.ts'
import { encodeAnswerUsage, placeOfFinish } from './encode-response.ts'
import { addRest } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { fates } from './fates.ts'
import { flattenCall } from './flatten-call.ts'
import { encodeFinish } from './finish-reason.ts'
import { notice } from './notices.ts'
import { isOwnAnswer } from './own-answer.ts'
import { reportUsage } from './report-usage.ts'
import { createBlockWriter } from './write-block.ts'
import { writeSeals } from './write-seals.ts'
import type { BlockWriter } from './block-writer.ts'
import type { WireFrame } from './wire-frame.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

interface State {
  inputTokens: EncodeState['inputTokens'] | undefined
  started: boolean
  /** True for a response of this format, which has the members that its server sent. */
  own: boolean
  ended: boolean
  usage: Usage | undefined
  serviceTier: string | undefined
  shownTier: Json | undefined
  finish: Finish | undefined
  finishExtensions: Extensions | undefined
}

const nothing: readonly WireFrame[] = []
const ping: readonly WireFrame[] = [{ type: 'event', wire: { type: 'ping' } }]
const empty: readonly Json[] = []
const endingKeys = new Set(['stop_reason', 'stop_sequence', 'stop_details', 'container'])

/**
 * Encodes events: one block open at a time, one `message_delta` at the end, once usage is known. After a failure only the `error` event is
 * written.
 */
export function createStreamEncoder(context: Context, asked?: EncodeState): Machine<StreamEvent, Frame<WireStreamEvent>> {
  const state: State = {
    // Released after its first use, since it may hold the request.
    inputTokens: asked?.inputTokens,
    started: false,
    own: false,
    ended: false,
    usage: undefined,
    serviceTier: undefined,
    shownTier: undefined,
    finish: undefined,
    finishExtensions: undefined,
  }
  const once = createOnce(context)
  const rest = createFrameRest()
  /** Places of the open parts. */
  const places = createOpenParts<Pointer>()
  const blocks = writeSeals(
    createBlockWriter(once, () => !state.own),
    once,
  )

  const fail = (failure: Failure): readonly WireFrame[] => {
    state.ended = true
    return [{ type: 'event', wire: encodeFailureEvent(failure) as WireStreamEvent }] // an error document has a type
  }

  const write = (event: StreamEvent): readonly WireFrame[] => {
    switch (event.type) {
      case 'part-delta':
        if (event.candidate !== 0) return nothing
        return limited(blocks.delta(event.part, event.delta))
      case 'part-start':
        if (event.candidate !== 0) {
          once.onNotice(notice('candidates', placeOfCandidate(event.candidate, event.value.at)))
          return nothing
        }
        if (event.item) reportItem(event.item, once)
        if (event.value.at !== undefined) places.set(event.part, event.value.at)
        return limited(blocks.start(event.part, flattenCall(event.value, once)))
      case 'part-end':
        if (event.candidate !== 0) return nothing
        if (event.item) reportItem(event.item, once)
        if (event.extensions) fates.extensions(event.extensions, places.get(event.part) ?? '', once)
        places.delete(event.part)
        return limited(blocks.end(event.part, event.extensions))
      case 'response-start':
        return startMessage(state, event, once)
      case 'candidate-end':
        if (event.candidate !== 0) return nothing
        state.finish = event.finish
        fates.finish(event.finish, '', once)
        fates.extensions(event.extensions, event.finish.at ?? '', once)
        return nothing
      case 'usage':
        state.usage = mergeUsage(state.usage, event.usage)
        state.serviceTier = event.serviceTier ?? state.serviceTier
        return nothing
      case 'keep-alive':
        return state.started ? ping : nothing
      case 'failure':
        return fail(event.failure)
      case 'opaque':
        if (event.format === 'messages') {
          if (event.keys === undefined || event.wire.type === 'content_block_delta') return blocks.replay(event.wire)
          rest.hold(placeOf(event.wire), event.wire)
          return nothing
        }
        if (event.keys === undefined) once.onNotice(notice('opaque', ''))
        else for (const key of event.keys) once.onNotice(notice('foreign-field', key))
        return nothing
      case 'response-end':
        if (event.status === 'failed') return fail({ code: 'server', message: 'the answer failed', retryable: true })
        state.ended = true
        fates.extensions(event.extensions, '', once)
        return [
          ...(state.started ? nothing : startMessage(state, { type: 'response-start', id: '', model: '' }, once)),
          ...blocks.finish(),
          ...endMessage(state, event.extensions, blocks.wrote, once),
        ]
    }
  }

  /** Adds unknown keys to their event; keys without an event go to the last one. */
  const joinRest = (wire: WireStreamEvent): WireStreamEvent => {
    const joined = rest.join(placeOf(wire), wire)
    if (wire.type !== 'message_stop') return joined
    const stop: JsonDraft & { type: string } = { ...joined }
    for (const { index: _, ...left } of rest.takeAll()) addRest(stop, left)
    return stop
  }

  const limited = (frames: readonly WireFrame[]): readonly WireFrame[] =>
    blocks.buffered() + rest.held() > context.limits.bufferedBytes
      ? fail({ code: 'limit', message: 'too much of the answer waits for an open tool call', retryable: false })
      : frames

  return {
    push(event) {
      if (state.ended) return nothing
      // Nearly every event is text of the open block.
      const frames = event.type === 'part-delta' && event.candidate === 0 ? blocks.writeText(event.part, event.delta) : undefined
      if (frames !== undefined) return frames
      const written = write(event)
      return rest.isIdle()
        ? written
        : written.map((frame) => (frame.type === 'event' ? { type: 'event', wire: joinRest(frame.wire) } : frame))
    },
    end: () =>
      state.ended ? nothing : fail({ code: 'truncated-stream', message: 'the answer ended before it was complete', retryable: true }),
  }
}

/** Reports members of an item of another format that are not in its parts. */
function reportItem(item: Item, context: Context): void {
  if (item.phase !== undefined) context.onNotice(notice('item-phase', `${item.at ?? ''}/phase`))
  fates.extensions(item.extensions, item.at ?? '', context)
}

/** Place of a further candidate in the upstream's document, as far as its part tells. */
function placeOfCandidate(candidate: number, at: Pointer | undefined): Pointer {
  const segments = at?.split('/') ?? []
  const own = segments.indexOf(String(candidate))
  return own === -1 ? `/candidates/${candidate}` : (segments.slice(0, own + 1).join('/') as Pointer) // the beginning of a pointer is one
}

type Start = Extract<StreamEvent, { type: 'response-start' }>

function startMessage(state: State, start: Start, context: Context): readonly WireFrame[] {
  if (state.started) return nothing
  state.started = true
  const { inputTokens } = state
  state.inputTokens = undefined
  state.own = isOwnAnswer(start)
  if (start.usage) state.usage = mergeUsage(state.usage, start.usage)
  state.serviceTier = start.serviceTier ?? state.serviceTier
  fates.extensions(start.extensions, '', context)
  const own = start.extensions?.messages
  const usage = usageOf(state, context)
  state.shownTier = usage.service_tier
  // Some clients read usage only here; SDKs overwrite it with the final counts of `message_delta`.
  const { fresh, total } = state.usage?.input ?? {}
  const guessed = (fresh ?? total) === undefined && inputTokens && { input_tokens: Math.ceil(inputTokens()) }
  if (start.id === '' && !own) context.onNotice(notice('answer-id', '/id'))
  const message: JsonDraft = {
    id: start.id === '' ? context.newId('msg_') : start.id,
    type: 'message',
    role: 'assistant',
    model: start.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0, ...usage, ...guessed },
  }
  const absent = Array.isArray(own?.hint?.absent) ? own.hint.absent : []
  for (const key of absent) if (key === 'id' && start.id === '') delete message.id
  const event: JsonDraft & { type: string } = { type: 'message_start', message }
  const around = listOf(own?.hint?.around)
  for (const key in own?.rest) {
    const value = own?.rest?.[key]
    if (value !== undefined) addRest(around.includes(key) ? event : message, { [key]: value })
  }
  const [again] = listOf(own?.hint?.again)
  if (isJsonObject(again)) addRest(event, again)
  if (!state.own) completeMessage(message)
  return [{ type: 'event', wire: event }]
}

function usageOf(state: State, context: Context): JsonDraft {
  const { usage, serviceTier } = state
  return encodeAnswerUsage({ ...(usage && { usage }), ...(serviceTier !== undefined && { serviceTier }) }, context) ?? {}
}

/** Writes one complete `message_delta`, without null for known values, since SDKs overwrite with whatever it holds. */
function endMessage(state: State, extensions: Extensions | undefined, wrote: BlockWriter['wrote'], context: Context): readonly WireFrame[] {
  const delta: JsonDraft = {}
  if (state.finish) {
    const finish = encodeFinish(state.finish, wrote.call)
    if (!finish.exact) context.onNotice(notice('finish-reason', placeOfFinish(state.finish, undefined)))
    if (wrote.refusal) context.onNotice(notice('refusal', placeOfFinish(state.finish, undefined)))
    addRest(delta, finish.wire)
  } else {
    const missing = wrote.call && extensions?.messages === undefined
    if (missing) context.onNotice(notice('finish-missing', ''))
    Object.assign(delta, { stop_reason: missing ? 'tool_use' : null, stop_sequence: null })
  }
  const { service_tier: tier, ...usage } = usageOf(state, context)
  // The tier belongs to message_start; a source that reports it late has it here.
  if (tier !== undefined && tier !== state.shownTier) usage.service_tier = tier
  if (state.usage === undefined) context.onNotice(notice('usage', '/usage'))
  else {
    fates.usage(state.usage, '/usage', context)
    reportUsage(state.usage, context)
  }
  const known = withoutNull({ output_tokens: 0, ...usage })
  if (!state.own) completeDelta(delta)
  const event: JsonDraft & { type: string } = { type: 'message_delta', delta, usage: state.own ? known : completeDeltaUsage(known) }
  const stop: JsonDraft & { type: string } = { type: 'message_stop' }
  const own = mergeExtensions(state.finishExtensions, extensions)?.messages
  const rest = own?.rest ?? {}
  const deltaKeys = listOf(own?.hint?.delta)
  const stopKeys = listOf(own?.hint?.stop)
  for (const key in rest) {
    const value = rest[key]
    if (value !== undefined)
      addRest(stopKeys.includes(key) ? stop : deltaKeys.includes(key) || endingKeys.has(key) ? delta : event, { [key]: value })
  }
  const [inDelta, inStop] = listOf(own?.hint?.again)
  if (isJsonObject(inDelta)) addRest(delta, inDelta)
  if (isJsonObject(inStop)) addRest(stop, inStop)
  return [
    { type: 'event', wire: event },
    { type: 'event', wire: stop },
  ]
}

function listOf(hint: Json | undefined): readonly Json[] {
  return Array.isArray(hint) ? hint : empty
}

function withoutNull(usage: JsonObject): JsonDraft {
  const kept: JsonDraft = {}
  for (const key in usage) {
    const value = usage[key]
    if (value !== undefined && value !== null) kept[key] = value
  }
  return kept
}

function placeOf({ type, index }: JsonObject): string {
  return `${String(type)} ${String(index)}`
}
