import type { Json, JsonObject } from './json.ts'
import { putOwn } from './put-own.ts'

/** An object under construction: written by the one function that made it, readonly for everyone after. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
/** A wire object under construction. */
export type Bag = Record<string, Json>

/** `bag` with `key` as own data, made where there is none yet. */
export function keepKey(bag: Bag | undefined, key: string, value: Json): Bag {
  const kept = bag ?? {}
  if (key === '__proto__') putOwn(kept, key, value)
  else kept[key] = value
  return kept
}

/** Every key of `rest` that `wire` does not have, put after the modelled ones. */
export function addKeys(wire: Bag, rest: JsonObject): Bag {
  for (const key in rest) {
    const value = rest[key]
    if (value !== undefined && !Object.hasOwn(wire, key)) putOwn(wire, key, value)
  }
  return wire
}

/** The keys of a wire object beside those that were read; `undefined` where none is left. */
export function unreadKeys(wire: JsonObject, read: ReadonlySet<string>): Bag | undefined {
  let rest: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (!read.has(key) && value !== undefined) rest = keepKey(rest, key, value)
  }
  return rest
}
