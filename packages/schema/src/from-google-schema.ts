import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { putOwn } from '@interlingua/core/adapter'
import { googleCounts, googleDeepest, googlePositions, googleSnakeCase, googleTypes } from './google-keywords.ts'
import type { GoogleSpelling } from './google-spelling.ts'

/** Google Schema read as JSON Schema, with its spelling. */
export interface ReadGoogleSchema {
  readonly schema: JsonObject
  readonly spelling: GoogleSpelling
}

interface Reading {
  upper: boolean
  lower: boolean
  /** True if printing it again gives the same spelling. */
  exact: boolean
}

/**
 * Reads Google's Schema object (`parameters`, `responseSchema`, `response`) as JSON Schema: types in lower case, `nullable` as a type or a
 * branch beside the others, counts as numbers, `example` as `examples`, `propertyOrdering` as the order of properties. Takes camelCase and
 * snake_case, types in any case, and keeps unknown keys; `toGoogleSchema` prints it again. https://ai.google.dev/api/caching#Schema
 */
export function fromGoogleSchema(wire: JsonObject): ReadGoogleSchema {
  const reading: Reading = { upper: false, lower: false, exact: true }
  const schema = readNode(reading, wire, 0)
  const spelling = !reading.exact || (reading.upper && reading.lower) ? wire : reading.lower ? 'lower' : 'upper'
  return { schema, spelling }
}

function readNode(reading: Reading, wire: JsonObject, depth: number): JsonObject {
  if (depth > googleDeepest) {
    reading.exact = false
    return wire
  }
  const out: Record<string, Json> = {}
  let before = ''
  let nullable = false
  for (const key in wire) {
    const value = wire[key] as Json // a key that for-in named
    const keyword = googleSnakeCase.get(key) ?? key
    if (keyword !== key || (key === 'type' && typeof value !== 'string')) reading.exact = false
    if (keyword === 'nullable' && typeof value === 'boolean') {
      nullable = value
      // The printer puts it right behind the keyword that it widens.
      if (!value || (before !== 'type' && before !== 'anyOf')) reading.exact = false
    } else readKeyword(reading, out, keyword, value, depth)
    before = keyword
  }
  if (Array.isArray(out.enum)) readEnum(reading, out, out.enum)
  if (nullable) widen(reading, out)
  if (out.propertyOrdering !== undefined) order(out)
  return out
}

function readKeyword(reading: Reading, out: Record<string, Json>, keyword: string, value: Json, depth: number): void {
  switch (keyword) {
    case 'type':
      if (value === 'TYPE_UNSPECIFIED') reading.exact = false
      else out.type = Array.isArray(value) ? value.map((each) => readType(reading, each)) : readType(reading, value)
      return
    case 'format':
      if (value === 'enum') reading.exact = false // `format: enum` only says that there is an enum
      else out.format = value
      return
    case 'example':
      out.examples = [value]
      return
    case 'examples':
    case 'propertyOrdering':
      reading.exact = false
      out[keyword] = value
      return
    case 'anyOf':
      // Such branches would be printed as nullable, and a union with `type` beside it would be widened twice.
      if (Array.isArray(value) && value.some((branch) => isJsonObject(branch) && (branch.type === 'NULL' || branch.type === 'null')))
        reading.exact = false
      out.anyOf = readAt(reading, 'list', value, depth)
      return
    default:
      if (googleCounts.has(keyword)) out[keyword] = readCount(reading, value)
      else {
        const position = googlePositions.get(keyword)
        putOwn(out, keyword, position === undefined ? value : readAt(reading, position, value, depth))
      }
  }
}

function readAt(reading: Reading, position: 'one' | 'list' | 'map', value: Json, depth: number): Json {
  if (Array.isArray(value))
    return position === 'map' ? value : value.map((each) => (isJsonObject(each) ? readNode(reading, each, depth + 1) : each))
  if (!isJsonObject(value)) return value
  if (position === 'one') return readNode(reading, value, depth + 1)
  if (position === 'list') return value
  const out: Record<string, Json> = {}
  for (const name in value) {
    const child = value[name] as Json // a key that for-in named
    putOwn(out, name, isJsonObject(child) ? readNode(reading, child, depth + 1) : child)
  }
  return out
}

function readType(reading: Reading, value: Json): Json {
  if (typeof value !== 'string') return value
  if (googleTypes.has(value)) {
    reading.lower = true
    return value
  }
  const lower = value.toLowerCase()
  const known = googleTypes.get(lower)
  if (known === value) reading.upper = true
  else reading.exact = false
  return known === undefined ? value : lower
}

function readCount(reading: Reading, value: Json): Json {
  if (typeof value === 'number') reading.exact = false
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return value
  const count = Number(value)
  if (String(count) !== value) reading.exact = false
  return count
}

/** Enum values of numbers are listed as text. */
function readEnum(reading: Reading, out: Record<string, Json>, values: readonly Json[]): void {
  if (values.includes(null)) reading.exact = false
  if (out.type !== 'integer' && out.type !== 'number') return
  if (!values.every((value) => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))) return
  reading.exact = false
  out.enum = values.map(Number)
}

function widen(reading: Reading, out: Record<string, Json>): void {
  const { type, anyOf } = out
  if ((type === undefined) === (anyOf === undefined)) reading.exact = false
  if (typeof type === 'string' && type !== 'null') {
    out.type = [type, 'null']
    if (Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null]
  } else if (type !== undefined) reading.exact = false
  if (Array.isArray(anyOf) && anyOf.length > 0) out.anyOf = [...anyOf, { type: 'null' }]
  else if (anyOf !== undefined) reading.exact = false
}

/** Orders the properties by a list of their names. */
function order(out: Record<string, Json>): void {
  const { propertyOrdering: names, properties } = out
  if (!Array.isArray(names) || !isJsonObject(properties)) return
  const ordered: Record<string, Json> = {}
  for (const name of names) if (typeof name === 'string' && Object.hasOwn(properties, name)) putOwn(ordered, name, properties[name] as Json) // hasOwn
  for (const name in properties) if (!Object.hasOwn(ordered, name)) putOwn(ordered, name, properties[name] as Json) // a key that for-in named
  out.properties = ordered
  delete out.propertyOrdering
}
