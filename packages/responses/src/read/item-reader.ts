import { isJsonObject } from '@interlingua/core'
import type { Context, Delta, Item, Json, JsonObject, Part, Pointer, DecodeState, StreamEvent } from '@interlingua/core'
import { decodeAnswerItem } from '../decode-answer-item.ts'
import { answeredCall } from '../finish-reason.ts'
import type { DecodeScope } from '../parts/codec.ts'
import { keep } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { restoreCall } from '../restore-call.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import { newsOf } from './news-of.ts'
import { createOpenPart, emptied, missingDeltas } from './open-part.ts'
import type { OpenPart } from './open-part.ts'

/** Item that was added and is not done. */
export interface OpenItem {
  readonly place: number
  readonly wire: JsonObject
  /** Parts by content index; an item of one part has it at 0. */
  readonly parts: Map<number, OpenPart>
  /** Entry of the item, until a part has carried it. */
  entry: Item | undefined
  /** Id under which the item was first named; later events may have another (Copilot). */
  told: string | undefined
}

export interface ItemReader {
  readonly scope: DecodeScope
  /** Reason why reading must stop, because an upstream exceeds a limit; `undefined`: none. */
  overflow(): string | undefined
  /** Facts about the response that decide its end. */
  spoken(): { readonly calls: boolean; readonly refusal: boolean }
  /** Open item of an event. */
  find(wire: WireStreamEvent): OpenItem | undefined
  /** Output index of an event's item, if known. */
  placeOf(wire: WireStreamEvent): number | undefined
  add(wire: WireStreamEvent, item: JsonObject, events: StreamEvent[]): OpenItem | undefined
  done(wire: WireStreamEvent, item: JsonObject, events: StreamEvent[]): void
  /** Starts a part of an item. */
  start(item: OpenItem, index: number, value: Part, events: StreamEvent[]): OpenPart | undefined
  /** Ends the parts that the source left open at its own end, and emits what only its last snapshot has. */
  close(output: readonly Json[], events: StreamEvent[]): void
}

/** Reads items by their output index, with their parts. Ids may change from event to event (Copilot), so the index comes first. */
export function createItemReader(context: Context, scope: DecodeScope, sent: DecodeState | undefined): ItemReader {
  const open = new Map<number, OpenItem>()
  const places = new Map<string, number>()
  const seen = new Set<number>()
  const calls = new Set<string>()
  const saw = { refusal: false }
  let parts = 0
  let last = -1
  let next = 0
  let overflow: string | undefined

  /** Index that the event states; `undefined` if it states none, or an impossible one. */
  const named = (wire: WireStreamEvent, id: Json | undefined): number | undefined => {
    const { output_index: index } = wire
    if (typeof index === 'number') {
      if (Number.isInteger(index) && index >= 0 && index <= context.limits.arrayIndex) return index
      overflow = 'the index of an item is out of bounds'
      return undefined
    }
    return typeof id === 'string' ? places.get(id) : undefined
  }

  const enter = (place: number, wire: JsonObject): OpenItem => {
    const item: OpenItem = { place, wire, parts: new Map(), entry: undefined, told: undefined }
    if (typeof wire.id === 'string' && wire.id !== '') places.set(wire.id, place)
    seen.add(place)
    open.set(place, item)
    last = place
    next = Math.max(next, place + 1)
    return item
  }

  const decode = (item: OpenItem, wire: JsonObject): { readonly values: readonly Part[]; readonly entry: Item | undefined } => {
    const values: Part[] = []
    const entry = decodeAnswerItem(wire, placeOf(item.place), item.place, reader.scope, values)
    return { values, entry }
  }

  const start = (item: OpenItem, index: number, value: Part, events: StreamEvent[]): OpenPart | undefined => {
    if (parts >= context.limits.parts) {
      overflow = 'the answer has too many parts'
      return undefined
    }
    let shown = emptied(value)
    let wrapped = false
    if (shown.type === 'tool-call') {
      if (sent?.reversals) {
        wrapped = sent.reversals.wrappedTools.has(shown.name)
        shown = { ...restoreCall(shown, sent.reversals), arguments: '' }
      }
      calls.add(shown.callId)
    } else if (shown.type === 'opaque') calls.delete(answeredCall(shown) ?? '')
    else if (shown.type === 'refusal') saw.refusal = true
    const part = createOpenPart(parts++, shown, wrapped)
    item.parts.set(index, part)
    const event: Draft<Extract<StreamEvent, { type: 'part-start' }>> = { type: 'part-start', candidate: 0, part: part.number, value: shown }
    if (item.entry) {
      event.item = withoutExtension(item.entry)
      item.told = item.entry.id
      item.entry = undefined
    }
    events.push(event)
    return part
  }

  /** Emits the missing deltas and the ends of an item's parts, once the item is complete. */
  const finish = (item: OpenItem, last: JsonObject, events: StreamEvent[]): void => {
    const wire = withUnknown(item.wire, last)
    const { values, entry } = decode(item, wire)
    if (entry && item.parts.size === 0) item.entry = entry
    alignParts(item.parts, values)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      const part = value && (item.parts.get(i) ?? start(item, i, value, events))
      if (value === undefined || part === undefined) continue
      item.parts.delete(i)
      for (const delta of part.type === value.type ? missingDeltas(part, value) : []) give(events, part, delta)
      const end: Draft<Extract<StreamEvent, { type: 'part-end' }>> = { type: 'part-end', candidate: 0, part: part.number }
      const news = isFilled(value) ? newsOf(part.told, value.extensions) : undefined
      if (news) end.extensions = news
      if (entry && i === values.length - 1) end.item = item.told === undefined ? entry : { ...entry, id: item.told }
      events.push(end)
    }
    leave(item, events)
  }

  /** Ends parts that the last event of an item does not mention. */
  const leave = (item: OpenItem, events: StreamEvent[]): void => {
    for (const part of item.parts.values()) events.push({ type: 'part-end', candidate: 0, part: part.number })
    item.parts.clear()
    open.delete(item.place)
  }

  const reader: ItemReader = {
    scope,
    overflow: () => overflow,
    spoken: () => ({ calls: calls.size > 0, refusal: saw.refusal }),
    find(wire) {
      const place = named(wire, wire.item_id)
      return overflow === undefined ? open.get(place ?? last) : undefined
    },
    placeOf: ({ output_index: index, item_id: id }) =>
      typeof index === 'number' ? index : ((typeof id === 'string' ? places.get(id) : undefined) ?? (last < 0 ? undefined : last)),
    add(wire, added, events) {
      const place = named(wire, undefined) ?? next
      if (overflow !== undefined || seen.has(place)) return undefined
      const item = enter(place, added)
      const { values, entry } = decode(item, added)
      item.entry = entry
      const [value] = values
      if (value && growsAlone(value)) start(item, 0, value, events)
      return item
    },
    done(wire, done, events) {
      const place = named(wire, done.id) ?? (isSame(open.get(last), done) ? last : next)
      if (overflow !== undefined) return
      const item = open.get(place)
      if (item) finish(item, done, events)
      else if (!seen.has(place)) finish(enter(place, done), done, events)
    },
    start,
    close(output, events) {
      for (const item of open.values()) {
        const final = output[item.place]
        finish(item, isJsonObject(final) && final.type === item.wire.type ? final : item.wire, events)
      }
      for (let place = 0; place < output.length && overflow === undefined; place++) {
        const item = output[place]
        if (!seen.has(place) && isJsonObject(item)) finish(enter(place, item), item, events)
      }
    },
  }
  return reader
}

function placeOf(place: number): Pointer {
  return `/output/${place}`
}

export function give(events: StreamEvent[], part: OpenPart, delta: Delta): void {
  events.push({ type: 'part-delta', candidate: 0, part: part.number, delta })
}

/** True for a part that starts with its item; others come when their item is complete, or have a start of their own. */
function growsAlone(value: Part): boolean {
  return value.type === 'reasoning' || value.type === 'tool-call' || value.type === 'hosted-call'
}

/** True for a part that starts empty; one that starts whole has its extension already. */
function isFilled(value: Part): boolean {
  return growsAlone(value) || value.type === 'text' || value.type === 'refusal'
}

/** Adds to a finished item the unknown keys that it had only when it was added; known ones were only the beginning. */
function withUnknown(added: JsonObject, done: JsonObject): JsonObject {
  let whole: JsonDraft | undefined
  for (const key in added) {
    const value = added[key]
    if (value !== undefined && value !== null && !Object.hasOwn(done, key) && !knownKeys.has(key))
      whole = keep((whole ??= { ...done }), key, value)
  }
  return whole ?? done
}

const knownKeys: ReadonlySet<string> = new Set([
  'action',
  'actions',
  'arguments',
  'call_id',
  'caller',
  'code',
  'container_id',
  'content',
  'encrypted_content',
  'environment',
  'error',
  'execution',
  'id',
  'input',
  'name',
  'namespace',
  'operation',
  'output',
  'outputs',
  'pending_safety_checks',
  'phase',
  'queries',
  'result',
  'results',
  'role',
  'server_label',
  'status',
  'summary',
  'tools',
  'type',
])

/** Aligns parts by kind and order where an index is none of the item's own: some servers count the contents of all items together. */
function alignParts(parts: Map<number, OpenPart>, values: readonly Part[]): void {
  let fits = true
  for (const index of parts.keys()) if (index >= values.length) fits = false
  if (fits) return
  const given = [...parts].sort(([a], [b]) => a - b)
  parts.clear()
  let next = 0
  for (const [, part] of given) {
    while (next < values.length && values[next]?.type !== part.type) next++
    parts.set(next++, part)
  }
}

/** True for the same item; without places and ids the latest item is meant. */
function isSame(item: OpenItem | undefined, wire: JsonObject): boolean {
  return item !== undefined && item.wire.type === wire.type && (item.wire.id === undefined || wire.id === undefined)
}

function withoutExtension({ extensions: _, ...item }: Item): Item {
  return item
}
