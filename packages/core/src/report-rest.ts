import type { Json, JsonObject } from './json.ts'
import type { Extension } from './node.ts'
import { isJsonObject } from './parse-json.ts'
import { pointer } from './pointer.ts'
import type { Pointer } from './pointer.ts'

const maxDepth = 4
const maxKeys = 16
/**
 * Levels that are reported one by one in a box with the hint `lists`, which keeps the places of its lists, with `{}` for carried entries.
 */
const listLevels = 4

/**
 * Calls `tell` with the pointer of each key of a foreign extension that says something. Keys of inner objects are told one by one, since a
 * sibling may be carried. Hints: `elsewhere` names another place for the members of a key, or under `''` of the whole box; `again` lists
 * more data under the same keys, and each place is told once.
 */
export function reportRest(extension: Extension, at: Pointer, report: (at: Pointer) => void): void {
  const again = extension.hint?.['again']
  if (!Array.isArray(again)) return reportOne(extension, at, report)
  const told = new Set<Pointer>()
  const reportOnce = (place: Pointer): void => {
    if (!told.has(place)) report(place)
    told.add(place)
  }
  reportOne(extension, at, reportOnce)
  // An array of JSON: Array.isArray does not narrow readonly arrays.
  for (const rest of again as readonly Json[]) if (isJsonObject(rest)) reportOne({ ...extension, rest }, at, reportOnce)
}

function reportOne({ rest, hint }: Extension, at: Pointer, report: (at: Pointer) => void): void {
  if (rest === undefined) return
  const depth = hint?.['lists'] === undefined ? 0 : -listLevels
  const snake = readSnake(hint)
  const elsewhere = hint?.['elsewhere']
  const base = placeIn(elsewhere, '') ?? at
  for (const key in rest) {
    const value = rest[key]
    const place = placeIn(elsewhere, key)
    if (place === undefined || !isJsonObject(value)) leaves(value, base, key, { depth, snake, place: '', report })
    else for (const name in value) leaves(value[name], place, name, { depth, snake, place: '', report })
  }
}

function placeIn(elsewhere: Json | undefined, key: string): Pointer | undefined {
  const place = isJsonObject(elsewhere) ? elsewhere[key] : undefined
  return typeof place === 'string' ? (place as Pointer) : undefined // the decoder that noted it made a pointer
}

interface Walk {
  readonly depth: number
  /** Places of keys, from the node on, that are in snake_case on the wire and in camelCase in the box. Undefined: none. */
  readonly snake: ReadonlySet<Json> | undefined
  /** Place of the value in the box; kept only if `snake` is there. */
  readonly place: string
  readonly report: (at: Pointer) => void
}

/** Places of snake_case keys: `own` is relative to the node, `snake` to what stands around it. */
function readSnake(hint: JsonObject | undefined): ReadonlySet<Json> | undefined {
  const places = hint?.['own'] ?? hint?.['snake']
  return Array.isArray(places) ? new Set(places as readonly Json[]) : undefined // an array: its items are JSON
}

function leaves(value: Json | undefined, above: Pointer, key: string | number, walk: Walk): boolean {
  if (isEmpty(value)) return false
  const { depth, snake, report } = walk
  const place = snake === undefined ? '' : `${walk.place}/${key}`
  const at = pointer(above, snake?.has(place) === true && typeof key === 'string' ? toSnake(key) : key)
  const inner = { depth: depth + 1, snake, place, report: report }
  let told = false
  if (depth < maxDepth && isNarrow(value)) {
    for (const name in value) told = leaves(value[name], at, name, inner) || told
  } else if (depth < 0 && isShortList(value)) for (let i = 0; i < value.length; i++) told = leaves(value[i], at, i, inner) || told
  // An object with only empty keys may still say something by its presence.
  if (!told) report(at)
  return true
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** True for an object with so few keys that they are told one by one. */
function isNarrow(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  let count = 0
  for (const _ in value) if (++count > maxKeys) return false
  return true
}

/** True for a list of objects that is short enough to be told one by one. */
function isShortList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length <= maxKeys && (value as readonly Json[]).some(isJsonObject) // an array: its items are JSON
}

/** Null, `[]` and `{}` say nothing, so their loss is not reported. */
function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
