import type { Json, JsonObject } from './json.ts'
import { jsonSize } from './json-size.ts'
import { isJsonObject } from './parse-json.ts'
import { putOwn } from './put-own.ts'

/** Unmodelled keys of stream events, held until the event of the same place is encoded in its own format. */
export interface FrameRest {
  /** True if nothing is held, as nearly always. */
  isIdle(): boolean
  /** UTF-16 units that are held. */
  held(): number
  hold(place: string, rest: JsonObject): void
  /** Returns the event with the keys that were held for its place. */
  join<T extends JsonObject>(place: string, wire: T): T
  /** Returns the keys for which no event came, and empties the store. */
  takeAll(): readonly JsonObject[]
}

export function createFrameRest(): FrameRest {
  let waiting: Map<string, JsonObject> | undefined
  let held = 0
  return {
    isIdle: () => waiting === undefined,
    held: () => held,
    hold(place, rest) {
      held += jsonSize(rest)
      const before = (waiting ??= new Map<string, JsonObject>()).get(place)
      waiting.set(place, before === undefined ? rest : joinObjects(before, rest))
    },
    join(place, wire) {
      const rest = waiting?.get(place)
      if (waiting === undefined || rest === undefined) return wire
      waiting.delete(place)
      if (waiting.size === 0) {
        waiting = undefined
        held = 0
      }
      return joinObjects(wire, rest)
    },
    takeAll() {
      const left = [...(waiting?.values() ?? [])]
      waiting = undefined
      held = 0
      return left
    },
  }
}

/** Adds the keys of `rest` that `whole` lacks, in inner objects and in objects of lists as well. */
function joinObjects<T extends JsonObject>(whole: T, rest: JsonObject): T {
  const joined: Record<string, Json> = { ...whole }
  for (const key in rest) {
    const value = rest[key]
    if (value === undefined) continue
    const known = Object.hasOwn(whole, key) ? whole[key] : undefined
    putOwn(joined, key, known === undefined ? value : joinValues(known, value))
  }
  return joined as T // a T with more keys
}

function joinValues(whole: Json, rest: Json): Json {
  if (isJsonObject(whole) && isJsonObject(rest)) return joinObjects(whole, rest)
  if (!Array.isArray(whole) || !Array.isArray(rest)) return whole
  const more: readonly Json[] = rest
  return whole.map((item: Json, index): Json => {
    const value = more[index]
    return value === undefined ? item : joinValues(item, value)
  })
}
