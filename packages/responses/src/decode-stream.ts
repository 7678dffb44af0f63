import { isJsonObject } from '@interlingua/core'
import { mergeExtensions, statusFromFinishes } from '@interlingua/core/adapter'
import type { Context, Failure, Frame, Json, JsonObject, Machine, Pointer, DecodeState, StreamEvent } from '@interlingua/core'
import { failureOf } from './decode-failure.ts'
import { extensionOf, format, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { errorObject } from './error-object.ts'
import { decodeFinish } from './finish-reason.ts'
import { addEcho, blankHead, decodeHead } from './head.ts'
import { createReadScope } from './read-scope.ts'
import { besideEvent, placeOfFrame, placesOf, restOfFrame } from './read/frame-rest.ts'
import { createItemReader } from './read/item-reader.ts'
import type { ItemReader } from './read/item-reader.ts'
import { createQuickReader } from './read/quick-reader.ts'
import { readers } from './read/read-delta.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

type End = Extract<StreamEvent, { type: 'response-end' }>

const nothing: readonly StreamEvent[] = []
const keepAlive: readonly StreamEvent[] = [{ type: 'keep-alive' }]
const terminals: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.cancelled'])

/** Decodes wire events. Tolerates servers that leave out everything but whole items; only the terminal event is the end. */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireStreamEvent>, StreamEvent> {
  const state = { started: false, ended: false }
  const scope = createReadScope(context)
  const items: ItemReader = createItemReader(context, scope, sent)
  const quick = createQuickReader()
  /** Unknown keys of the response in its first event; later snapshots are compared with them. */
  const known = new Set<string>()
  let late: JsonDraft | undefined
  /** Places in items with unknown keys that were reported. */
  let told: Set<Pointer> | undefined

  const fail = (failure: Failure, beside: readonly StreamEvent[] = unsaid()): readonly StreamEvent[] => {
    state.ended = true
    return [...beside, { type: 'failure', failure }, { type: 'response-end', status: 'failed' }]
  }

  /** Adds a start for servers that skip `response.created`. */
  const begun = (events: StreamEvent[]): readonly StreamEvent[] => {
    const overflow = items.overflow()
    if (overflow !== undefined) return [...begin(events), ...fail({ code: 'limit', message: overflow, retryable: false })]
    return begin(events)
  }

  const begin = (events: StreamEvent[]): readonly StreamEvent[] => {
    if (state.started || events.every(({ type }) => type === 'keep-alive')) return events
    state.started = true
    return [{ type: 'response-start', id: '', model: '' }, ...events]
  }

  const learn = (wire: WireStreamEvent, events: readonly StreamEvent[]): void => {
    const { content_index: place } = wire
    const index = typeof place === 'number' && !wire.type.startsWith('response.reasoning_') ? place : 0
    const open = items.find(wire)?.parts.get(index)
    if (open) quick.learn(wire, open, events)
  }

  const decodeEvent = (wire: WireStreamEvent): readonly StreamEvent[] => {
    const told = quick.read(wire)
    if (told) return told
    quick.forget()
    const events: StreamEvent[] = []
    const reader = Object.hasOwn(readers, wire.type) ? readers[wire.type] : undefined
    if (reader) {
      const rest = restOfFrame(wire)
      const place = rest && placeOfFrame(wire, items.placeOf(wire))
      if (!reader(wire, items, events) && items.overflow() === undefined) return begun([{ type: 'opaque', format, wire }])
      const delta = wire.type.endsWith('.delta')
      if (rest === undefined || place === undefined) {
        if (delta && state.started) learn(wire, events)
        return begun(events)
      }
      const beside = besideEvent(wire, rest, placesOf(rest, place))
      return begun(delta ? [...events, beside] : [beside, ...events])
    }
    switch (wire.type) {
      case 'response.output_item.added':
        reportItem(wire, events)
        if (isJsonObject(wire.item)) items.add(wire, wire.item, events)
        return begun(events)
      case 'response.output_item.done':
        reportItem(wire, events)
        if (isJsonObject(wire.item)) items.done(wire, wire.item, events)
        return begun(events)
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return state.started ? again(wire) : start(wire)
      case 'keepalive':
        return keepAlive
      case 'error':
        return fail({ ...failureOf(errorObject(wire), 200), raw: { format, wire } }, unsaid(wire))
      case 'response.failed':
        return end(wire)
      default:
        return terminals.has(wire.type) ? end(wire) : begun([{ type: 'opaque', format, wire }])
    }
  }

  /**
   * Emits the unknown keys of an item's event: those within the item stay with it and are reported there, so only the event and its other
   * keys are emitted.
   */
  const reportItem = (wire: WireStreamEvent, events: StreamEvent[]): void => {
    const rest = restOfFrame(wire)
    if (rest === undefined) return
    const at: Pointer = placeOfFrame(wire, typeof wire.output_index === 'number' ? wire.output_index : undefined)
    const { item, ...around } = rest
    const inside = item === undefined ? [] : placesOf(item, at)
    for (const place of inside) (told ??= new Set()).add(place)
    // Citations are emitted as they come, before their item is done.
    events.push(besideEvent(wire, rest, [...placesOf(around, at), ...inside.filter((place) => place.includes('/annotations/'))]))
  }

  /** Events for unknown keys of a failure, for which only this format has a place. */
  const unsaid = (wire?: WireStreamEvent): readonly StreamEvent[] => {
    if (!state.started) return nothing
    const rest = wire && restOfFrame(wire)
    const events = wire && rest ? [besideEvent(wire, rest, [])] : []
    if (late !== undefined) events.push(besideEvent({ type: 'response.failed' }, { response: late }, []))
    return events
  }

  const start = (wire: WireStreamEvent): readonly StreamEvent[] => {
    state.started = true
    const { usage: _, serviceTier, ...head } = decodeHead(isJsonObject(wire.response) ? wire.response : {}, blankHead())
    // The first event has the requested tier, an echo like others; the last event has the real one.
    if (serviceTier !== undefined) addEcho(head, { service_tier: serviceTier })
    if (head.model !== '') scope.model = head.model
    for (const key in head.extensions?.[format]?.rest) known.add(key)
    const around = aroundAnswer(wire)
    if (around === undefined || terminals.has(wire.type)) return [{ type: 'response-start', ...head }]
    const extensions = mergeExtensions(head.extensions, extensionOf(undefined, { begun: around })) ?? {}
    return [{ type: 'response-start', ...head, extensions }, besideEvent(wire, around, placesOf(around, ''))]
  }

  /** Reads a later snapshot of the response; its new keys are emitted with the end. */
  const again = (wire: WireStreamEvent): readonly StreamEvent[] => {
    const { response } = wire
    const around = aroundAnswer(wire)
    if (isJsonObject(response)) {
      const { rest } = decodeHead(response, blankHead()).extensions?.[format] ?? {}
      for (const key in rest) if (rest[key] !== undefined && !known.has(key)) late = keep(late, key, rest[key])
    }
    return around === undefined ? nothing : [besideEvent(wire, around, placesOf(around, ''))]
  }

  /** Events for unknown keys around the response in its last snapshot, and for those of items that come only there. */
  const lastNews = (wire: WireStreamEvent): readonly StreamEvent[] => {
    const rest = restOfFrame(wire)
    if (rest === undefined) return nothing
    const { response, ...around } = rest
    const output = isJsonObject(response) ? response.output : undefined
    const news = output === undefined ? [] : placesOf(output, '/output').filter((place) => told?.has(place) !== true)
    const keys = [...placesOf(around, ''), ...news]
    return output === undefined && keys.length === 0
      ? nothing
      : [besideEvent(wire, output === undefined ? around : { ...around, response: { output } }, keys)]
  }

  const end = (wire: WireStreamEvent): readonly StreamEvent[] => {
    const response = isJsonObject(wire.response) ? wire.response : {}
    const events: StreamEvent[] = []
    if (!state.started) events.push(...start(wire))
    const failed = wire.type === 'response.failed' || response.status === 'failed'
    if (!failed) {
      items.close(Array.isArray(response.output) ? (response.output as readonly Json[]) : [], events) // an array of JSON values
      if (items.overflow() !== undefined) return begun(events)
    }
    state.ended = true
    events.push(...(failed ? unsaid(wire) : lastNews(wire)))
    const head = decodeHead(response, blankHead())
    const finish = failed ? undefined : decodeFinish(response.status ?? statusOf(wire), response.incomplete_details, items.spoken())
    if (finish) events.push({ type: 'candidate-end', candidate: 0, finish })
    const { usage, serviceTier } = head
    if (serviceTier !== undefined) events.push({ type: 'usage', ...(usage && { usage }), serviceTier })
    else if (usage) events.push({ type: 'usage', usage })
    if (failed) {
      const error = isJsonObject(response.error) ? response.error : {}
      events.push({ type: 'failure', failure: { ...failureOf(error, 200), raw: { format, wire: { error } } } })
    }
    const done: Draft<End> = { type: 'response-end', status: failed ? 'failed' : statusFromFinishes([finish]) }
    const extensions = mergeExtensions(late && extensionOf(late), head.extensions)
    if (extensions) done.extensions = extensions
    events.push(done)
    return events
  }

  return {
    push(frame) {
      if (state.ended) return nothing
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
      state.ended
        ? nothing
        : fail({ code: 'truncated-stream', message: 'the stream ended before its answer was complete', retryable: true }),
  }
}

/** Status of a terminal event whose response has none of its own. */
function statusOf({ type }: WireStreamEvent): string {
  return type.slice('response.'.length)
}

/** Unknown keys of an event around its snapshot of the response. */
function aroundAnswer(wire: WireStreamEvent): JsonObject | undefined {
  const { response: _, ...around } = wire
  return restOfFrame(around)
}
