import type { Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { keep } from './extension.ts'
import type { Bag } from './extension.ts'

/** Tokens come with the text that they are of: lists grow, everything else is the latest. */
export function joinLists(old: Json | undefined, next: JsonObject): JsonObject {
  if (!isJsonObject(old)) return next
  const joined: Bag = { ...old }
  for (const key in next) {
    const [before, value] = [joined[key], next[key]]
    if (value !== undefined) keep(joined, key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value)
  }
  return joined
}
