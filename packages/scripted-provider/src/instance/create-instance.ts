import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { accepts } from './accepts.ts'
import { createNumber } from './create-number.ts'
import { createText } from './create-text.ts'
import { resolveSchema } from './resolve-schema.ts'
import type { Scope } from './scope.ts'

/** The values that the prompt names for properties (`city=Paris`), used where the schema allows them. */
export type WantedValues = Readonly<Record<string, Json>>

const deepest = 24
const mostSteps = 100_000

/**
 * Creates a value that fits a JSON Schema, the same for the same schema; where none is found, the nearest one. Covers the vocabulary of
 * tools: types, enum, const, objects, arrays, bounds, formats, simple patterns, anyOf, oneOf, allOf, if, not, $ref and $defs.
 */
export function createInstance(schema: JsonObject, wantedValues: WantedValues = {}): Json {
  return create(schema, { scope: { root: schema, left: mostSteps }, wantedValues, depth: 0, label: 'text' })
}

interface Place {
  readonly scope: Scope
  readonly wantedValues: WantedValues
  readonly depth: number
  /** The name of the property or item, which its text repeats. */
  readonly label: string
}

function create(schema: Json | undefined, place: Place): Json {
  if (place.scope.left-- <= 0) return null
  const s = resolveSchema(schema, place.scope)
  const fits = (value: Json): boolean => accepts(schema, value, place.scope)
  if (s['const'] !== undefined) return s['const']
  const choices = list(s['enum'])
  if (choices.length > 0) return choices.find((value) => fits(value)) ?? choices[0] ?? null
  const candidates: Json[] = []
  for (const branch of branches(s)) {
    const value = createPlain(branch, place)
    if (fits(value)) return value
    candidates.push(value)
  }
  return repaired(schema, candidates, place) ?? candidates[0] ?? null
}

/** The schema without its alternatives, once for each choice among them. */
function branches(s: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, ...own } = s
  const condition = s['if']
  if (condition !== undefined) {
    const { if: _if, then: yes, else: no, ...rest } = s
    return [...branches(joined(rest, [condition, yes ?? true])), ...branches(joined(rest, [no ?? true]))]
  }
  const alternatives = [...list(anyOf), ...list(oneOf)]
  if (alternatives.length === 0) return [own]
  if (Array.isArray(anyOf) && Array.isArray(oneOf)) return list(anyOf).flatMap((a) => list(oneOf).map((b) => joined(own, [a, b])))
  return alternatives.map((alternative) => joined(own, [alternative]))
}

function joined(own: JsonObject, more: readonly Json[]): JsonObject {
  return { allOf: [own, ...more] }
}

function createPlain(branch: JsonObject, place: Place): Json {
  const s = resolveSchema(branch, place.scope)
  if (place.depth > deepest) return null
  if (s['const'] !== undefined || list(s['enum']).length > 0 || s['anyOf'] !== undefined || s['oneOf'] !== undefined)
    return create(branch, { ...place, depth: place.depth + 1 })
  switch (typeOf(s)) {
    case 'object':
      return createObject(s, place)
    case 'array':
      return createArray(s, place)
    case 'integer':
      return wantedValue(s, place) ?? createNumber(s, true)
    case 'number':
      return wantedValue(s, place) ?? createNumber(s, false)
    case 'boolean':
      return wantedValue(s, place) ?? true
    case 'null':
      return null
    default:
      return wantedValue(s, place) ?? createCharged(s, place)
  }
}

/** Creates a value and counts long texts as steps, so that many of them do not fill the memory. */
function createCharged(s: JsonObject, { scope, label }: Place): Json {
  const text = createText(s, `demo ${label}`)
  scope.left -= Math.floor(text.length / 10)
  return text
}

function wantedValue(s: JsonObject, { wantedValues, label, scope }: Place): Json | undefined {
  const wanted = Object.hasOwn(wantedValues, label) ? wantedValues[label] : undefined
  if (wanted === undefined || s['format'] !== undefined) return undefined
  const value = typeOf(s) === 'string' && typeof wanted !== 'string' ? JSON.stringify(wanted) : wanted
  return accepts(s, value, scope) ? value : undefined
}

function typeOf(s: JsonObject): Json {
  const types = typeof s['type'] === 'string' ? [s['type']] : list(s['type'])
  const first = types.find((type) => type !== 'null') ?? types[0]
  if (first !== undefined) return first
  if (
    s['properties'] !== undefined ||
    s['required'] !== undefined ||
    s['additionalProperties'] !== undefined ||
    s['minProperties'] !== undefined
  )
    return 'object'
  if (s['items'] !== undefined || s['prefixItems'] !== undefined || s['minItems'] !== undefined) return 'array'
  return s['minimum'] !== undefined || s['maximum'] !== undefined || s['multipleOf'] !== undefined ? 'number' : 'string'
}

function createObject(s: JsonObject, place: Place): Json {
  const properties = isJsonObject(s['properties']) ? s['properties'] : {}
  const required = list(s['required']).filter((name) => typeof name === 'string')
  const declared = Object.keys(properties).filter((name) => properties[name] !== false)
  const wanted =
    required.length > 0 || place.depth > 3
      ? declared.filter((name) => required.includes(name) || Object.hasOwn(place.wantedValues, name))
      : declared
  const names = [...new Set([...wanted, ...required])]
  const value: [string, Json][] = []
  const add = (name: string): void => {
    const inner = Object.hasOwn(properties, name)
      ? properties[name]
      : isJsonObject(s['additionalProperties'])
        ? s['additionalProperties']
        : undefined
    value.push([name, create(inner, { ...place, depth: place.depth + 1, label: name })])
  }
  for (const name of names) add(name)
  const least = Math.min(typeof s['minProperties'] === 'number' ? s['minProperties'] : 0, 1000)
  for (const name of declared) if (value.length < least && !names.includes(name)) add(name)
  for (let i = 1; value.length < least; i++) add(`demo${i}`)
  return Object.fromEntries(value) // keeps a key like __proto__ as own data
}

function createArray(s: JsonObject, place: Place): Json {
  const prefix = list(s['prefixItems'])
  const { contains, items } = s
  const least = Math.max(typeof s['minItems'] === 'number' ? s['minItems'] : 0, contains === undefined ? 0 : Number(s['minContains'] ?? 1))
  const most = typeof s['maxItems'] === 'number' ? s['maxItems'] : Infinity
  const count = Math.min(Math.max(least, prefix.length, items === undefined || items === false || place.depth > 6 ? 0 : 1), most, 1000)
  return Array.from({ length: count }, (_, i) => {
    const value = create(prefix[i] ?? contains ?? items, { ...place, depth: place.depth + 1 })
    return s['uniqueItems'] === true && i > 0 ? distinct(value, i, prefix[i] ?? items, place) : value
  })
}

/** A value that differs from those before it in the array. */
function distinct(value: Json, position: number, schema: Json | undefined, place: Place): Json {
  const choices = list(resolveSchema(schema, place.scope)['enum'])
  const next =
    choices[position] ??
    (typeof value === 'number'
      ? value + position
      : typeof value === 'string'
        ? `${value} ${position + 1}`
        : typeof value === 'boolean'
          ? !value
          : value)
  return accepts(schema, next, place.scope) ? next : value
}

/** A further candidate that fits, for `not` and overlapping branches; `undefined` where no candidate fits. */
function repaired(schema: Json | undefined, candidates: readonly Json[], place: Place): Json | undefined {
  for (const candidate of candidates) {
    const others: readonly Json[] =
      typeof candidate === 'string'
        ? ['demo', 'a', '']
        : typeof candidate === 'number'
          ? [0, 1, 2, -1, 0.5]
          : typeof candidate === 'boolean'
            ? [false]
            : [null, 'demo', 0, {}, []]
    const found = others.find((value) => accepts(schema, value, place.scope))
    if (found !== undefined) return found
  }
  return undefined
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [] // Array.isArray widens to any[]
}
