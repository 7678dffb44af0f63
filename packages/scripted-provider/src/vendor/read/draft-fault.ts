import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { list } from './json.ts'

const types: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const
const schemas = ['items', 'not', 'if', 'then', 'else', 'contains', 'additionalProperties', 'propertyNames'] as const
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const records = ['properties', 'patternProperties', '$defs', 'definitions'] as const

/** The keyword by which a schema, without its inner schemas, violates JSON Schema draft 2020-12. */
export function draftFault(schema: JsonObject): string | undefined {
  const wrong: readonly (readonly [string, boolean])[] = [
    ['type', !isType(schema['type'])],
    ['required', !isNames(schema['required'])],
    ['enum', schema['enum'] !== undefined && !Array.isArray(schema['enum'])],
    ...numbers.map((key) => [key, schema[key] !== undefined && typeof schema[key] !== 'number'] as const),
    ...counts.map((key) => [key, schema[key] !== undefined && !isCount(schema[key])] as const),
    ...schemas.map((key) => [key, schema[key] !== undefined && !isSchema(schema[key])] as const),
    ...listsOfSchemas.map((key) => [key, schema[key] !== undefined && !isSchemas(schema[key])] as const),
    ...records.map((key) => [key, schema[key] !== undefined && !isRecord(schema[key])] as const),
    ...(['title', 'description', 'format', '$ref', '$id', 'pattern'] as const).map(
      (key) => [key, schema[key] !== undefined && typeof schema[key] !== 'string'] as const,
    ),
  ]
  return wrong.find(([, is]) => is)?.[0]
}

function isType(type: Json | undefined): boolean {
  if (type === undefined) return true
  const words = Array.isArray(type) ? list(type) : [type]
  return words.length > 0 && new Set(words).size === words.length && words.every((word) => types.has(word))
}

function isNames(names: Json | undefined): boolean {
  if (names === undefined) return true
  const all = list(names)
  return Array.isArray(names) && all.every((name) => typeof name === 'string') && new Set(all).size === all.length
}

function isCount(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function isSchema(value: Json | undefined): boolean {
  return isJsonObject(value) || typeof value === 'boolean'
}

function isSchemas(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && list(value).every(isSchema)
}

function isRecord(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every(isSchema)
}
