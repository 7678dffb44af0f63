import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { JsonDraft } from './extension.ts'
import { keep } from './extension.ts'
import { camelNames } from './wire/camel-names.ts'

/** Wire object with names in camelCase, and the places where they were not: pointers into it, the last segment in camelCase. */
export interface Spelled {
  readonly wire: JsonObject
  readonly snake?: readonly string[]
}

/** Members whose keys callers or schemas choose, and so are no names of the format. */
const free: ReadonlySet<string> = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'labels',
  'partMetadata',
  'customConfigs',
  'headers',
])

/**
 * Converts every known name of `wire` to camelCase; returns the same object if none changes. Members in `leave` are renamed, but not
 * searched.
 */
export function readSpelling(wire: JsonObject, leave?: ReadonlySet<string>): Spelled {
  if (!isSnake(wire, leave)) return { wire }
  const snake: string[] = []
  return { wire: rename(wire, '', snake, leave), snake }
}

function isSnake(value: Json, leave?: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (isSnake(value[i] ?? null)) return true
    return false
  }
  const wire = value as JsonObject // neither null nor a list
  for (const key in wire) {
    if (camelNames.has(key)) return true
    const inner = wire[key]
    if (typeof inner === 'object' && inner !== null && !free.has(key) && !leave?.has(key) && isSnake(inner)) return true
  }
  return false
}

function rename(wire: JsonObject, at: string, snake: string[], leave?: ReadonlySet<string>): JsonObject {
  let renamed: JsonDraft = {}
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    const known = camelNames.get(key)
    const camel = known === undefined || Object.hasOwn(wire, known) ? key : known
    const place = `${at}/${camel}`
    if (camel !== key) snake.push(place)
    renamed = keep(renamed, camel, free.has(camel) || leave?.has(camel) ? value : renameIn(value, place, snake))
  }
  return renamed
}

function renameIn(value: Json, at: string, snake: string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => renameIn(item, `${at}/${index}`, snake))
  return isJsonObject(value) ? rename(value, at, snake) : value
}

/** Restores the object that `readSpelling` got: the places in `snake` get their old names back. */
export function encodeSpelling(wire: JsonObject, snake: Json | undefined): JsonObject {
  if (!Array.isArray(snake) || snake.length === 0) return wire
  return restore(wire, '', new Set(snake))
}

function restore(wire: JsonObject, at: string, snake: ReadonlySet<Json>): JsonObject {
  let restored: JsonDraft = {}
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    const place = `${at}/${key}`
    restored = keep(restored, snake.has(place) ? snakeName(key) : key, free.has(key) ? value : restoreIn(value, place, snake))
  }
  return restored
}

function restoreIn(value: Json, at: string, snake: ReadonlySet<Json>): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => restoreIn(item, `${at}/${index}`, snake))
  return isJsonObject(value) ? restore(value, at, snake) : value
}

/** Place as the caller spelled it. `snake`: places whose last names are in snake_case. */
export function encodePlace(place: string, snake: ReadonlySet<string>): string {
  let camelPlace = ''
  let spelled = ''
  for (const segment of place.split('/').slice(1)) {
    camelPlace += `/${segment}`
    spelled += `/${snake.has(camelPlace) ? snakeName(segment) : segment}`
  }
  return spelled
}

const snakeNames: ReadonlyMap<string, string> = new Map([...camelNames].map(([snake, camel]) => [camel, snake]))

const capital = /[A-Z]/
const capitals = /[A-Z]/g

export function snakeName(name: string): string {
  return snakeNames.get(name) ?? (capital.test(name) ? name.replaceAll(capitals, (letter) => `_${letter.toLowerCase()}`) : name)
}
