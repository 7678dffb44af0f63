import { isJsonObject, pointer } from '@interlingua/core'
import type { Json, JsonObject, Pointer, StreamEvent } from '@interlingua/core'
import { format, keep } from '../extension.ts'
import type { JsonDraft } from '../extension.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'

/** Keys with the place of an event. */
const placeKeys = ['output_index', 'content_index', 'summary_index', 'annotation_index', 'command_index'] as const

/** Known keys at the top of an event. Padding has no meaning, and numbers are given anew. */
const eventKeys: ReadonlySet<string> = new Set([
  'type',
  'sequence_number',
  'item_id',
  ...placeKeys,
  'delta',
  'text',
  'refusal',
  'arguments',
  'input',
  'code',
  'command',
  'diff',
  'output',
  'message',
  'param',
  'item',
  'part',
  'annotation',
  'response',
  'error',
  'logprobs',
  'obfuscation',
  'name',
  'status',
])

/** Known keys whose objects are searched, of an event, of a response and of its members; other known keys are read, or kept, as a whole. */
const ofEvent: ReadonlySet<string> = new Set(['item', 'part', 'annotation', 'response', 'error'])
const ofAnswer: ReadonlySet<string> = new Set(['output', 'error'])
const ofItem: ReadonlySet<string> = new Set(['content', 'summary', 'annotations', 'action', 'sources', 'outputs'])
const containers: ReadonlySet<string> = new Set([...ofEvent, ...ofAnswer, ...ofItem])

/** Known keys inside an event: of responses, items, parts and annotations alike. */
const innerKeys: ReadonlySet<string> = new Set([
  ...containers,
  ...'id object created_at completed_at status model incomplete_details usage service_tier type role phase'.split(' '),
  ...'text refusal logprobs arguments call_id caller name namespace input code container_id execution'.split(' '),
  ...'encrypted_content environment operation pending_safety_checks queries result results server_label tools'.split(' '),
  ...'url title start_index end_index file_id filename index query pattern logs commands message param'.split(' '),
])

/** Unknown keys of an event, nested as on the wire; `undefined` for nearly all events. */
export function restOfFrame(wire: JsonObject): JsonDraft | undefined {
  return unknownIn(wire, eventKeys, ofEvent)
}

function unknownIn(value: JsonObject, known: ReadonlySet<string>, looked: ReadonlySet<string>): JsonDraft | undefined {
  let rest: JsonDraft | undefined
  for (const key in value) {
    const inner = value[key]
    if (inner === undefined) continue
    const left = !known.has(key) ? inner : looked.has(key) ? unknownInside(inner, key === 'response' ? ofAnswer : ofItem) : undefined
    if (left !== undefined) rest = keep(rest, key, left)
  }
  return rest
}

function unknownInside(value: Json, looked: ReadonlySet<string>): Json | undefined {
  if (isJsonObject(value)) return unknownIn(value, innerKeys, looked)
  if (!Array.isArray(value)) return undefined
  let list: Json[] | undefined
  for (let i = 0; i < value.length; i++) {
    const left = unknownInside(value[i] as Json, looked) // in range
    if (left === undefined) continue
    list ??= Array.from({ length: value.length }, () => null)
    list[i] = left
  }
  return list
}

/** Event for such keys. `keys`: places that other formats report. */
export function besideEvent(wire: WireStreamEvent, rest: JsonObject, keys: readonly Pointer[]): StreamEvent {
  const beside: JsonDraft = { type: wire.type }
  for (const key of placeKeys) if (wire[key] !== undefined) beside[key] = wire[key]
  // A delta is written as an empty delta.
  if (wire.type.endsWith('.delta')) {
    beside.item_id = wire.item_id ?? ''
    if (wire.logprobs !== undefined) beside.logprobs = []
    beside.delta = ''
  }
  return { type: 'opaque', format, wire: { ...beside, ...rest }, keys }
}

/** Keys of an event whose objects have the place of the event itself. */
const transparent: ReadonlySet<string> = new Set(['item', 'part', 'annotation', 'response'])

/** Places of the keys in the response, existing or not. */
export function placesOf(rest: Json, at: Pointer): readonly Pointer[] {
  const places: Pointer[] = []
  addPlaces(rest, at, places)
  return places
}

function addPlaces(rest: Json, at: Pointer, places: Pointer[]): void {
  if (Array.isArray(rest)) {
    for (let i = 0; i < rest.length; i++) if (rest[i] !== null) addPlaces(rest[i] as Json, pointer(at, i), places) // in range
  } else if (isJsonObject(rest)) {
    for (const key in rest) {
      const inner = transparent.has(key) ? at : pointer(at, key)
      const value = rest[key]
      if (value !== undefined && containers.has(key) && typeof value === 'object') addPlaces(value, inner, places)
      else places.push(inner)
    }
  }
}

/** Place in the response of an event of the item at `item`. */
export function placeOfFrame(wire: WireStreamEvent, item: number | undefined): Pointer {
  if (item === undefined) return ''
  const { content_index: content, summary_index: summary, annotation_index: annotation } = wire
  if (typeof summary === 'number') return `/output/${item}/summary/${summary}`
  if (typeof content !== 'number') return `/output/${item}`
  return typeof annotation === 'number'
    ? `/output/${item}/content/${content}/annotations/${annotation}`
    : `/output/${item}/content/${content}`
}
