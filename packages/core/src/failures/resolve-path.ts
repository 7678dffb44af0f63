import type { Json } from '../json.ts'
import { isJsonObject } from '../parse-json.ts'
import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'
import type { NamedPath } from './named-paths.ts'

/**
 * Where in `document` a path leads that an error names: to the innermost place that exists. Validators also name what is no key: the type of
 * the whole (`GenerateContentRequest`), or the branch of a union that they tried (`content.1.image.source`); these are passed over. A key may be
 * spelled in the other of two ways (`inline_data`, `inlineData`). `undefined` where not even the outermost field is there.
 */
export function resolvePath(document: Json, path: NamedPath): Pointer | undefined {
  let value: Json | undefined = document
  let at: Pointer = ''
  for (const segment of path) {
    if (Array.isArray(value)) {
      // A list of one may be named without its index.
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

/** `place` as far as it exists in `document`. */
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

/** What stands at `place`; `undefined` where nothing does. */
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
