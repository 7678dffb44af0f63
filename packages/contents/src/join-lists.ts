import type { Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { keep } from './extension.ts'
import type { JsonDraft } from './extension.ts'

/** Joins lists of tokens, which come with their text; other members are replaced by the latest. */
export function joinLists(old: Json | undefined, next: JsonObject): JsonObject {
  if (!isJsonObject(old)) return next
  const joined: JsonDraft = { ...old }
  for (const key in next) {
    const [before, value] = [joined[key], next[key]]
    if (value !== undefined) keep(joined, key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value)
  }
  return joined
}
