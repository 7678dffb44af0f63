import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { simplePattern } from './simple-pattern.ts'

const deepest = 160
/** Fields that every schema may have. */
const anywhere: readonly string[] = ['title', 'description', 'nullable', 'default', 'example']
const bounds: readonly string[] = ['minimum', 'maximum']
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  STRING: ['format', 'enum', 'pattern', 'minLength', 'maxLength'],
  NUMBER: ['format', ...bounds],
  INTEGER: ['format', ...bounds],
  BOOLEAN: [],
  NULL: [],
  ARRAY: ['items', 'minItems', 'maxItems'],
  OBJECT: ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
}
const formatsOf: Readonly<Record<string, readonly Json[]>> = {
  STRING: ['date-time', 'enum'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
}

/**
 * True if Gemini takes `schema` for its Schema object as it is, in the documented spelling: one type in upper case or a union on each
 * schema, counts as strings, no fields of other types.
 */
export function isGeminiSchema(schema: JsonObject): boolean {
  return isSchema(schema, 0)
}

function isSchema(schema: Json | undefined, depth: number): boolean {
  if (!isJsonObject(schema) || depth > deepest) return false
  const { type, anyOf } = schema
  if (anyOf !== undefined && (type !== undefined || !Array.isArray(anyOf) || anyOf.length === 0)) return false
  const fields = anyOf !== undefined ? ['anyOf'] : typeof type === 'string' && Object.hasOwn(fieldsOf, type) ? fieldsOf[type] : undefined
  if (fields === undefined || (type === 'ARRAY' && schema.items === undefined)) return false
  for (const keyword in schema) {
    if (keyword !== 'type' && !fields.includes(keyword) && !anywhere.includes(keyword)) return false
    if (!isField(schema, keyword, schema[keyword] as Json, depth)) return false // a key that for-in named
  }
  return true
}

function isField(schema: JsonObject, keyword: string, value: Json, depth: number): boolean {
  switch (keyword) {
    case 'title':
    case 'description':
      return typeof value === 'string'
    case 'nullable':
      return typeof value === 'boolean'
    case 'format':
      return formatsOf[String(schema.type)]?.includes(value) === true
    case 'enum':
      return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '')
    case 'pattern':
      return simplePattern(value)
    case 'minimum':
    case 'maximum':
      return typeof value === 'number'
    case 'anyOf':
      return Array.isArray(value) && value.every((branch) => isSchema(branch, depth + 1))
    case 'items':
      return isSchema(value, depth + 1)
    case 'properties':
      return isJsonObject(value) && Object.keys(value).length > 0 && Object.values(value).every((child) => isSchema(child, depth + 1))
    case 'required':
    case 'propertyOrdering':
      return Array.isArray(value) && new Set(value).size === value.length && value.every((name) => isPropertyOf(schema, name))
    case 'type':
    case 'default':
    case 'example':
      return true
    default:
      return typeof value === 'string' && /^\d{1,16}$/.test(value)
  }
}

function isPropertyOf({ properties }: JsonObject, name: Json): boolean {
  return typeof name === 'string' && isJsonObject(properties) && Object.hasOwn(properties, name)
}
