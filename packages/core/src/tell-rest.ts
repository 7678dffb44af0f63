import type { Json, JsonObject } from './json.ts'
import type { Extension } from './node.ts'
import { isJsonObject } from './parse-json.ts'
import { pointer } from './pointer.ts'
import type { Pointer } from './pointer.ts'

const maxDepth = 4
const maxKeys = 16
/** A box with the hint `lists` keeps the places of its lists, with `{}` for what is carried: these many levels more are told apart. */
const listLevels = 4

/**
 * Gives `tell` the pointer of each key of a foreign box that says anything. A box is nested as on the wire: what stands beside its keys in an
 * inner object may be carried, so the inner keys are told one by one. The hint `elsewhere` says of which keys the members stand at
 * another place, and under `''` of the whole box. The hint `again` lists what else a stream said under the same keys; each place is told once.
 */
export function tellRest(box: Extension, at: Pointer, tell: (at: Pointer) => void): void {
  const again = box.hint?.['again']
  if (!Array.isArray(again)) return tellOne(box, at, tell)
  const told = new Set<Pointer>()
  const tellOnce = (place: Pointer): void => {
    if (!told.has(place)) tell(place)
    told.add(place)
  }
  tellOne(box, at, tellOnce)
  // An array of JSON: Array.isArray does not narrow readonly arrays.
  for (const rest of again as readonly Json[]) if (isJsonObject(rest)) tellOne({ ...box, rest }, at, tellOnce)
}

function tellOne({ rest, hint }: Extension, at: Pointer, tell: (at: Pointer) => void): void {
  if (rest === undefined) return
  const depth = hint?.['lists'] === undefined ? 0 : -listLevels
  const snake = readSnake(hint)
  const elsewhere = hint?.['elsewhere']
  const base = placeIn(elsewhere, '') ?? at
  for (const key in rest) {
    const value = rest[key]
    const place = placeIn(elsewhere, key)
    if (place === undefined || !isJsonObject(value)) leaves(value, base, key, { depth, snake, place: '', tell })
    else for (const name in value) leaves(value[name], place, name, { depth, snake, place: '', tell })
  }
}

function placeIn(elsewhere: Json | undefined, key: string): Pointer | undefined {
  const place = isJsonObject(elsewhere) ? elsewhere[key] : undefined
  return typeof place === 'string' ? (place as Pointer) : undefined // the decoder that noted it made a pointer
}

interface Walk {
  readonly depth: number
  /** Places of keys, from the node on, that are spelled in snake_case on the wire and in camelCase in the box. */
  readonly snake: ReadonlySet<Json> | undefined
  /** Where it is in the box. Known where there are such places. */
  readonly place: string
  readonly tell: (at: Pointer) => void
}

/** `snake` is relative to what stands around the node where `own` is there, which is relative to the node. */
function readSnake(hint: JsonObject | undefined): ReadonlySet<Json> | undefined {
  const places = hint?.['own'] ?? hint?.['snake']
  return Array.isArray(places) ? new Set(places as readonly Json[]) : undefined // an array: its items are JSON
}

function leaves(value: Json | undefined, above: Pointer, key: string | number, walk: Walk): boolean {
  if (isEmpty(value)) return false
  const { depth, snake, tell } = walk
  const place = snake === undefined ? '' : `${walk.place}/${key}`
  const at = pointer(above, snake?.has(place) === true && typeof key === 'string' ? toSnake(key) : key)
  const inner = { depth: depth + 1, snake, place, tell }
  let told = false
  if (depth < maxDepth && isNarrow(value)) {
    for (const name in value) told = leaves(value[name], at, name, inner) || told
  } else if (depth < 0 && isShortList(value)) for (let i = 0; i < value.length; i++) told = leaves(value[i], at, i, inner) || told
  // An object whose keys are all empty may say something by being there.
  if (!told) tell(at)
  return true
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** An object so small that its keys are told one by one. */
function isNarrow(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  let count = 0
  for (const _ in value) if (++count > maxKeys) return false
  return true
}

/** A list of objects that is so short that they are told one by one. */
function isShortList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length <= maxKeys && (value as readonly Json[]).some(isJsonObject) // an array: its items are JSON
}

/** Null, `[]` and `{}` say nothing: their loss is none. */
function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
