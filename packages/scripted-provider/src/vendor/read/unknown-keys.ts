import type { JsonObject, Pointer } from '@interlingua/core'
import { segment } from './json.ts'

/** The keys of an object that are not in `known`, with their places. */
export function unknownKeys(found: JsonObject, known: string, at: Pointer): readonly (readonly [Pointer, string])[] {
  const words = new Set(known.split(' '))
  return Object.keys(found).flatMap((key) => (words.has(key) ? [] : [[`${at}/${segment(key)}` as const, key] as const]))
}
