import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { keep } from './extension.ts'
import type { Bag } from './extension.ts'

/**
 * A schema of the wire as JSON Schema, and how the wire spelled it: `upper` where all that differed were types in upper case, else the old
 * values of what was read otherwise, by pointer.
 */
export interface SpelledSchema {
  readonly schema: JsonObject
  readonly spelled?: Json
}

const upperTypes: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
  NULL: 'null',
}
const lowerTypes = new Set(Object.values(upperTypes))
/** Counts are int64: texts, in proto3 JSON. */
const counts = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])
const snakeKeywords: Readonly<Record<string, string>> = {
  any_of: 'anyOf',
  min_items: 'minItems',
  max_items: 'maxItems',
  min_length: 'minLength',
  max_length: 'maxLength',
  min_properties: 'minProperties',
  max_properties: 'maxProperties',
  property_ordering: 'propertyOrdering',
}
const maps = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const schemas = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])

interface Reading {
  readonly openApi: boolean
  readonly edits: Bag
  /** A type in lower case was seen, or something else than a type was read otherwise. */
  irregular: boolean
}

/**
 * `openApi`: the `Schema` of the format (`parameters`, `responseSchema`), with `nullable` and counts as texts, too. Types in upper case are
 * read in either: some clients write them in JSON Schema. https://ai.google.dev/api/caching#Schema
 */
export function readSchema(wire: JsonObject, openApi: boolean): SpelledSchema {
  const reading: Reading = { openApi, edits: {}, irregular: false }
  const schema = readNode(wire, '', reading)
  if (Object.keys(reading.edits).length === 0) return { schema: wire }
  return { schema, spelled: reading.irregular ? reading.edits : 'upper' }
}

function readNode(wire: JsonObject, at: string, reading: Reading): JsonObject {
  let schema: Bag = {}
  const old: Bag = {}
  for (const name in wire) {
    const value = wire[name]
    if (value === undefined) continue
    const known = reading.openApi && Object.hasOwn(snakeKeywords, name) ? snakeKeywords[name] : undefined
    const key = known === undefined || Object.hasOwn(wire, known) ? name : known
    if (key !== name) old[`~${key}`] = name
    schema = keep(schema, key, readKeyword(key, value, `${at}/${key}`, old, reading))
  }
  if (reading.openApi && wire.nullable === true) addNull(schema, old)
  if (Object.keys(old).length > 0) {
    reading.edits[at] = old
    if (Object.keys(old).some((key) => key !== 'type')) reading.irregular = true
  }
  return schema
}

function readKeyword(key: string, value: Json, at: string, old: Bag, reading: Reading): Json {
  if (key === 'type' && typeof value === 'string') {
    const lower = Object.hasOwn(upperTypes, value) ? upperTypes[value] : undefined
    if (lower === undefined) {
      reading.irregular = true
      return value
    }
    old.type = value
    return lower
  }
  if (reading.openApi && counts.has(key) && typeof value === 'string' && /^\d{1,15}$/.test(value)) {
    old[key] = value
    return Number(value)
  }
  if (maps.has(key) && isJsonObject(value)) {
    let read: Bag = {}
    for (const name in value) {
      const inner = value[name]
      if (inner !== undefined) read = keep(read, name, readIn(inner, `${at}/${name}`, reading))
    }
    return read
  }
  if (lists.has(key) || key === 'items') {
    if (Array.isArray(value)) return value.map((inner: Json, index) => readIn(inner, `${at}/${index}`, reading))
  }
  return schemas.has(key) ? readIn(value, at, reading) : value
}

function readIn(value: Json, at: string, reading: Reading): Json {
  return isJsonObject(value) ? readNode(value, at, reading) : value
}

/** `nullable: true` as JSON Schema says it. */
function addNull(schema: Bag, old: Bag): void {
  old.nullable = true
  delete schema.nullable
  if (typeof schema.type === 'string') {
    old.type ??= schema.type
    schema.type = [schema.type, 'null']
  }
  // What is behind the last entry was not there: printing takes it away.
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) {
    old.enum = schema.enum.length
    schema.enum = [...schema.enum, null]
  }
  if (Array.isArray(schema.anyOf) && schema.type === undefined) {
    old.anyOf = schema.anyOf.length
    schema.anyOf = [...schema.anyOf, { type: 'null' }]
  }
}

/** The schema that `readSchema` was given. */
export function printSchema(schema: JsonObject, spelled: Json | undefined): JsonObject {
  if (spelled === 'upper') return printNode(schema, '', undefined)
  return isJsonObject(spelled) ? printNode(schema, '', spelled) : schema
}

/** Without `edits`: every type in upper case. */
function printNode(schema: JsonObject, at: string, edits: JsonObject | undefined): JsonObject {
  const edit = edits?.[at]
  const old: JsonObject = isJsonObject(edit) ? edit : {}
  let wire: Bag = {}
  for (const key in schema) {
    const value = schema[key]
    if (value === undefined) continue
    const name = old[`~${key}`]
    wire = keep(wire, typeof name === 'string' ? name : key, printKeyword(key, value, `${at}/${key}`, old, edits))
  }
  if (old.nullable === true) wire.nullable = true
  return wire
}

function printKeyword(key: string, value: Json, at: string, old: JsonObject, edits: JsonObject | undefined): Json {
  const spelled = old[key]
  if (key === 'type') {
    if (edits === undefined) return typeof value === 'string' && lowerTypes.has(value) ? value.toUpperCase() : value
    return spelled ?? value
  }
  if (counts.has(key) && spelled !== undefined) return spelled
  const cut = Array.isArray(value) && typeof spelled === 'number' ? value.slice(0, spelled) : value
  if (maps.has(key) && isJsonObject(cut)) {
    let printed: Bag = {}
    for (const name in cut) {
      const inner = cut[name]
      if (inner !== undefined) printed = keep(printed, name, printIn(inner, `${at}/${name}`, edits))
    }
    return printed
  }
  if ((lists.has(key) || key === 'items') && Array.isArray(cut)) {
    return cut.map((inner: Json, index) => printIn(inner, `${at}/${index}`, edits))
  }
  return schemas.has(key) ? printIn(cut, at, edits) : cut
}

function printIn(value: Json, at: string, edits: JsonObject | undefined): Json {
  return isJsonObject(value) ? printNode(value, at, edits) : value
}
