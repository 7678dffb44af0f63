import { Literal, type Json, type JsonObject } from './json.ts'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Literal)
}

/** Members of an object; none for other values. */
export function members(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** Items of an array; none for other values. */
export function items(value: Json | undefined): readonly Json[] {
  // Array.isArray narrows to any[], and arrays of Json hold Json.
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function number(value: Json | undefined): number | undefined {
  return value instanceof Literal ? Number(value.text) : undefined
}

/** The first member of these names that is there: formats are met in two spellings. */
export function member(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  const all = members(value)
  for (const name of names) if (all[name] !== undefined && all[name] !== null) return all[name]
  return undefined
}

/** Value at a path of keys and indexes. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let found = value
  for (const key of path) {
    if (found === undefined) return undefined
    if (Array.isArray(found)) found = items(found)[Number(key)]
    else found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}

/** Value at a JSON Pointer. */
export function atPointer(value: Json | undefined, pointer: string): Json | undefined {
  return at(value, ...splitPointer(pointer))
}

export function splitPointer(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
