import type { Json } from '../json.ts'
import { isJsonObject } from '../parse-json.ts'
import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'
import type { NamedPath } from './named-paths.ts'

/**
 * Innermost existing place of `document` to which a path of an error leads; `undefined` if not even the outermost field exists. Skips
 * segments that are no keys, such as a type (`GenerateContentRequest`) or a union's branch (`content.1.image.source`), and tries keys in
 * both spellings (`inline_data`, `inlineData`).
 */
export function resolvePath(document: Json, path: NamedPath): Pointer | undefined {
  let value: Json | undefined = document
  let at: Pointer = ''
  for (const segment of path) {
    if (Array.isArray(value)) {
      // A list with one entry may be named without its index.
      if (!/^\d{1,9}$/.test(segment)) continue
      const inner: Json | undefined = value[Number(segment)]
      if (inner === undefined) break
      value = inner
      at = pointer(at, Number(segment))
    } else if (isJsonObject(value)) {
      const key = keyOf(value, segment)
      if (key === undefined) continue
      value = value[key]
      at = pointer(at, key)
    } else break
  }
  return at === '' ? undefined : at
}

function keyOf(value: Readonly<Record<string, Json>>, segment: string): string | undefined {
  if (Object.hasOwn(value, segment)) return segment
  const camel = segment.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (Object.hasOwn(value, camel)) return camel
  const snake = segment.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(value, snake) ? snake : undefined
}

/** Longest part of `place` that exists in `document`. */
export function existingPlace(document: Json, place: Pointer): Pointer {
  let value: Json | undefined = document
  let at: Pointer = ''
  for (const segment of place.split('/').slice(1)) {
    value = memberAt(value, segment)
    if (value === undefined) return at
    at = `${at}/${segment}`
  }
  return at
}

/** Value at `place`; `undefined` if there is none. */
export function valueAt(document: Json, place: Pointer): Json | undefined {
  let value: Json | undefined = document
  for (const segment of place.split('/').slice(1)) value = memberAt(value, segment)
  return value
}

function memberAt(value: Json | undefined, segment: string): Json | undefined {
  const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
  if (Array.isArray(value)) return value[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
