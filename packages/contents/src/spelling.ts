import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { Bag } from './extension.ts'
import { keep } from './extension.ts'
import { camelNames } from './wire/camel-names.ts'

/** A wire object with the names of the format in camelCase, and where they were not: pointers into it, the last segment in camelCase. */
export interface Spelled {
  readonly wire: JsonObject
  readonly snake?: readonly string[]
}

/** What callers and schemas name themselves is never a name of the format. */
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

/** `wire` with every known name in camelCase; the same object where it was so. Members in `leave` are renamed, but not looked into. */
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
  let renamed: Bag = {}
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

/** The wire object that `readSpelling` was given: what stands at the places in `snake` gets its old name back. */
export function printSpelling(wire: JsonObject, snake: Json | undefined): JsonObject {
  if (!Array.isArray(snake) || snake.length === 0) return wire
  return restore(wire, '', new Set(snake))
}

function restore(wire: JsonObject, at: string, snake: ReadonlySet<Json>): JsonObject {
  let restored: Bag = {}
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

/** A place as the caller spelled it. `snake`: the places whose last names are in snake_case. */
export function spellPlace(place: string, snake: ReadonlySet<string>): string {
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
