import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/** A list, or an empty one for any other value. */
export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // a list of JSON
}

/** An object, or an empty one for any other value. */
export function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** The objects of a list with their indexes. */
export function objects(value: Json | undefined): readonly (readonly [number, JsonObject])[] {
  return list(value).flatMap((entry, i) => (isJsonObject(entry) ? [[i, entry] as const] : []))
}

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** True for a field that is present. Null counts as absent at every vendor. */
export function says(value: Json | undefined): value is Json {
  return value !== undefined && value !== null
}

/** A key as a segment of a pointer. */
export function segment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
