import type { Json, JsonObject } from './json.ts'
import { putOwn } from './put-own.ts'

/** An object under construction: written by the one function that made it, readonly for everyone after. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
/** A wire object under construction. */
export type JsonDraft = Record<string, Json>

/** Sets `key` of `bag` as own data; makes the bag if there is none. */
export function keepKey(draft: JsonDraft | undefined, key: string, value: Json): JsonDraft {
  const kept = draft ?? {}
  if (key === '__proto__') putOwn(kept, key, value)
  else kept[key] = value
  return kept
}

/** Adds every key of `rest` that `wire` lacks, after the modelled ones. */
export function addKeys(wire: JsonDraft, rest: JsonObject): JsonDraft {
  for (const key in rest) {
    const value = rest[key]
    if (value !== undefined && !Object.hasOwn(wire, key)) putOwn(wire, key, value)
  }
  return wire
}

/** Keys of a wire object that were not read; `undefined` if none is left. */
export function unreadKeys(wire: JsonObject, read: ReadonlySet<string>): JsonDraft | undefined {
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (!read.has(key) && value !== undefined) rest = keepKey(rest, key, value)
  }
  return rest
}
