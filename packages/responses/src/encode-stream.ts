import { isJsonObject, mergeUsage } from '@interlingua/core'
import { createFrameRest, createOnce, mergeExtensions } from '@interlingua/core/adapter'
import type { EncodeState, Context, Failure, Finish, Frame, JsonObject, Machine, StreamEvent } from '@interlingua/core'
import { fates } from './answer-fates.ts'
import { echoOf } from './echo.ts'
import { encodeEnd } from './encode-end.ts'
import { errorEvent } from './error-event.ts'
import { hintOf, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { encodeHead, isOwn } from './head.ts'
import type { Head, WireEnd } from './head.ts'
import { notice } from './notices.ts'
import { placeOfCandidate } from './place-of-candidate.ts'
import { reportUsage } from './report-usage.ts'
import { answerTier } from './service-tier.ts'
import { settingsOf } from './settings-of.ts'
import type { WireFrame } from './wire-frame.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'
import { createGatheredWriter } from './write/create-gathered-writer.ts'
import type { GatheredWriter } from './write/create-gathered-writer.ts'
import { createPartOrder } from './write/create-part-order.ts'
import type { PartEvent, PartOrder } from './write/create-part-order.ts'
import { createItemWriter } from './write/item-writer.ts'
import type { ItemWriter } from './write/item-writer.ts'
import { createWriteScope } from './write-scope.ts'

type Start = Extract<StreamEvent, { type: 'response-start' }>
type End = Extract<StreamEvent, { type: 'response-end' }>

interface State {
  head: Draft<Head> | undefined
  /** True if the response came in this format. */
  own: boolean
  echo: JsonDraft | undefined
  items: ItemWriter | undefined
  /** Order of parts for another format's response, whose parts may overlap. Undefined: this format's. */
  order: PartOrder | undefined
  gathered: GatheredWriter | undefined
  finish: Finish | undefined
  ended: boolean
}

const nothing: readonly WireFrame[] = []
const comment: readonly WireFrame[] = [{ type: 'comment' }]
const running: WireEnd = { status: 'in_progress', details: null, error: null }

/**
 * Encodes events as strictly as the SDK's accumulator demands: every item is added, filled and done, and the last event has the whole
 * response. A failure is the `error` event that every client understands, then `response.failed`, and no more.
 */
export function createStreamEncoder(given: Context, said?: EncodeState): Machine<StreamEvent, Frame<WireStreamEvent>> {
  const context = createOnce(given)
  const asked = said && settingsOf(said)
  const state: State = {
    head: undefined,
    own: false,
    echo: undefined,
    items: undefined,
    order: undefined,
    gathered: undefined,
    finish: undefined,
    ended: false,
  }
  let sequence = 0
  let frames: WireFrame[] = []
  const rest = createFrameRest()
  const next = (): number => sequence++

  const put = (name: string, payload: JsonDraft): void => {
    frames.push({ type: 'event', wire: { type: `response.${name}`, sequence_number: next(), ...payload } })
  }

  const start = (event: Start): ItemWriter => {
    if (state.items) return state.items
    const own = isOwn(event)
    const { type: _, ...said } = event
    const head: Draft<Head> = said
    if (head.id === '') {
      if (!own) context.onNotice(notice('answer-id', '/id'))
      head.id = context.newId('resp_')
    }
    head.createdAt ??= context.now()
    setTier(head, head.serviceTier, own)
    state.head = head
    state.own = own
    state.echo = own ? undefined : echoOf(asked ?? {}, context)
    fates.extensions(event.extensions, '', context)
    const { usage: __, ...running_ } = head
    const { begun } = hintOf(head)
    for (const name of ['created', 'in_progress']) {
      const payload: JsonDraft = { response: encodeHead(running_, running, [], state.echo, context) }
      put(name, name === 'created' && isJsonObject(begun) ? { ...payload, ...begun } : payload)
    }
    const scope = createWriteScope(head.id, false, context, asked)
    const send = (wire: WireStreamEvent): void => void frames.push({ type: 'event', wire })
    const items = createItemWriter({ own, scope, context, sequence: next, send, put })
    state.items = items
    if (!own && context.policy.carryForeignSeals) state.gathered = createGatheredWriter(items, context)
    const { gathered } = state
    if (!own) state.order = createPartOrder((part) => (gathered ? gathered.write(part) : writePart(items, part)))
    return items
  }

  const setTier = (head: Draft<Head>, tier: string | undefined, own: boolean): void => {
    const printed = answerTier(tier, own, '/service_tier', context)
    if (printed === undefined) delete head.serviceTier
    else head.serviceTier = printed
  }

  const items = (): ItemWriter => state.items ?? start({ type: 'response-start', id: '', model: '' })

  const fail = (failure: Failure): void => {
    const { head } = state
    const output = state.items?.soFar() ?? []
    state.ended = true
    frames.push({ type: 'event', wire: errorEvent(failure, next()) })
    const end = encodeEnd({ status: 'failed', failure }, undefined, { calls: false, refusal: false }, context)
    const echo = head ? state.echo : echoOf(asked ?? {}, context)
    put('failed', { response: encodeHead(head ?? { id: '', model: '' }, end, output, echo, context) })
  }

  const finish = (event: End): void => {
    const writer = items()
    state.order?.flush()
    state.gathered?.finish()
    const { head = { id: '', model: '' } } = state
    state.ended = true
    fates.extensions(event.extensions, '', context)
    const output = writer.finish()
    const extensions = mergeExtensions(head.extensions, event.extensions)
    const last: Head = extensions ? { ...head, extensions } : head
    const candidate = state.finish && { finish: state.finish }
    const end = encodeEnd({ status: event.status, ...(extensions && { extensions }) }, candidate, writer.spoken(), context)
    if (head.usage) {
      fates.usage(head.usage, '/usage', context)
      reportUsage(head.usage, context)
    }
    const payload: JsonDraft = { response: encodeHead(last, end, output, state.echo, context) }
    put(end.status === 'completed' || (end.status === undefined && event.status === 'completed') ? 'completed' : 'incomplete', payload)
  }

  const writeOpaque = ({ format, wire, keys }: Extract<StreamEvent, { type: 'opaque' }>): void => {
    const own = wire as unknown as WireStreamEvent // was an event of ours when it was decoded
    if (format === 'responses' && keys !== undefined && !own.type.endsWith('.delta')) {
      // Keys around the start were emitted with it.
      if (own.type !== 'response.created') rest.hold(placeOfWire(own), wire)
    } else if (format === 'responses') frames.push({ type: 'event', wire: { ...own, sequence_number: next() } })
    else if (keys === undefined) context.onNotice(notice('stream-event', ''))
    else for (const key of keys) context.onNotice(notice('foreign-field', key))
  }

  const write = (event: StreamEvent): void => {
    switch (event.type) {
      case 'part-start':
      case 'part-delta':
      case 'part-end': {
        if (event.candidate === 0) {
          const writer = items()
          // Members of an item of another format, which no part has.
          if (event.type !== 'part-delta' && event.item) fates.extensions(event.item.extensions, event.item.at ?? '', context)
          if (state.order) state.order.push(event)
          else writePart(writer, event)
        } else if (event.type === 'part-start')
          context.onNotice(notice('answer-candidates', placeOfCandidate(event.candidate, event.value.at)))
        return
      }
      case 'response-start':
        start(event)
        return
      case 'candidate-end':
        if (event.candidate !== 0) return
        state.finish = event.finish
        fates.finish(event.finish, '', context)
        fates.extensions(event.extensions, event.finish.at ?? '', context)
        return
      case 'usage':
        items()
        if (state.head === undefined) return
        if (event.usage) state.head.usage = mergeUsage(state.head.usage, event.usage)
        if (event.serviceTier !== undefined) setTier(state.head, event.serviceTier, state.own)
        return
      case 'keep-alive':
        frames.push(...comment)
        return
      case 'failure':
        fail(event.failure)
        return
      case 'opaque':
        writeOpaque(event)
        return
      case 'response-end':
        if (event.status === 'failed') fail({ code: 'server', message: 'the answer failed', retryable: true })
        else finish(event)
        return
    }
  }

  const isTooLong = (): boolean =>
    state.items !== undefined && state.items.held() + (state.order?.held() ?? 0) + rest.held() > context.limits.bufferedBytes

  /** Adds unknown keys to their event; keys without an event go to the last one. */
  const joinRest = (wire: WireStreamEvent): WireStreamEvent => {
    let joined = rest.join(placeOfWire(wire), wire)
    if (placeOfWire(wire) !== end) return joined
    for (const left of rest.takeAll()) {
      rest.hold(end, withoutPlace(left))
      joined = rest.join(end, joined)
    }
    return joined
  }

  const written = (): readonly WireFrame[] => {
    if (frames.length === 0) return nothing
    const done = frames
    frames = []
    return rest.isIdle() ? done : done.map((frame) => (frame.type === 'event' ? { type: 'event', wire: joinRest(frame.wire) } : frame))
  }

  return {
    push(event) {
      if (state.ended) return nothing
      if (event.type === 'part-delta' && event.candidate === 0) {
        const wire = state.items?.writeText(event.part, event.delta)
        if (wire !== undefined) state.gathered?.hear(event.part, event.delta)
        if (wire !== undefined && !isTooLong()) return [{ type: 'event', wire }]
        if (wire !== undefined) frames.push({ type: 'event', wire })
        else write(event)
      } else write(event)
      if (!state.ended && isTooLong())
        fail({ code: 'limit', message: 'the answer is too long to be repeated at its end', retryable: false })
      return written()
    },
    end() {
      if (state.ended) return nothing
      fail({ code: 'truncated-stream', message: 'the answer ended before it was complete', retryable: true })
      return written()
    },
  }
}

function writePart(items: ItemWriter, event: PartEvent): void {
  switch (event.type) {
    case 'part-delta':
      items.delta(event.part, event.delta)
      return
    case 'part-start':
      items.start(event.part, event.value, event.item)
      return
    case 'part-end':
      items.end(event.part, event.item, event.extensions)
      return
  }
}

const end = 'end'
const placeKeys: ReadonlySet<string> = new Set([
  'type',
  'output_index',
  'content_index',
  'summary_index',
  'annotation_index',
  'command_index',
])

/**
 * Identity of an event of this format, as far as events can be told apart when a response is written again; all snapshots count as the last
 * one.
 */
function placeOfWire(wire: WireStreamEvent): string {
  if (isJsonObject(wire.response) || /^response\.[a-z_]+$/.test(wire.type)) return end
  const { output_index: item, content_index: content, summary_index: summary, annotation_index: annotation, command_index: command } = wire
  return JSON.stringify([wire.type, item, content, summary, annotation, command])
}

function withoutPlace(wire: JsonObject): JsonObject {
  return without(wire, placeKeys) ?? {}
}
