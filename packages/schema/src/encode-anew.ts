import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { schemaPositions } from './keywords.ts'

/** Names of types in other languages → JSON Schema's. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((name): [string, string] => [name, name]),
  ['str', 'string'],
  ['int', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['list', 'array'],
])
/** Keywords that may be null. */
const values: ReadonlySet<string> = new Set(['default', 'const', 'example'])
const lists: ReadonlySet<string> = new Set(['required', 'enum', 'allOf', 'anyOf', 'oneOf', 'examples'])
const single: ReadonlySet<string> = new Set(schemaPositions.one)
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/**
 * Rewrites one schema in JSON Schema 2020-12: older drafts and near misses, which servers that check schemas refuse. Returns the given
 * schema if it needs nothing.
 */
export function encodeAnew(schema: JsonObject): JsonObject {
  let made: Record<string, Json> | undefined
  const edit = (): Record<string, Json> => (made ??= { ...schema })
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === null ? !values.has(keyword) : isMalformed(keyword, value)) delete edit()[keyword]
  }
  const { type, properties } = made ?? schema
  if (isJsonObject(properties) && Object.values(properties).some(isNoSchema))
    edit().properties = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isNoSchema(value) ? {} : value]))
  if (type !== undefined) {
    const named = nameTypes(type)
    if (named === undefined) delete edit().type
    else if (named !== type) edit().type = named
  }
  for (const side of ['Minimum', 'Maximum'] as const) {
    const exclusive = `exclusive${side}`
    if (typeof schema[exclusive] !== 'boolean') continue
    const bound = side === 'Minimum' ? 'minimum' : 'maximum'
    const limit = schema[bound]
    delete edit()[exclusive]
    if (schema[exclusive] === true && limit !== undefined) {
      edit()[exclusive] = limit
      delete edit()[bound]
    }
  }
  if (Array.isArray(schema.items)) {
    const { items, additionalItems } = schema
    delete edit().items
    delete edit().additionalItems
    if (schema.prefixItems === undefined && items.length > 0) edit().prefixItems = items
    if (additionalItems !== undefined) edit().items = additionalItems
  }
  // Text is draft 4's `id`; an object is a property whose author forgot `properties`.
  if (typeof schema.id === 'string') delete edit().id
  return made ?? schema
}

function isNoSchema(value: Json): boolean {
  return !isJsonObject(value) && typeof value !== 'boolean'
}

function isMalformed(keyword: string, value: Json): boolean {
  if (lists.has(keyword)) return !Array.isArray(value)
  if (maps.has(keyword)) return !isJsonObject(value)
  return single.has(keyword) && !isJsonObject(value) && typeof value !== 'boolean' && !(keyword === 'items' && Array.isArray(value))
}

function nameTypes(type: Json): Json | undefined {
  if (typeof type === 'string') return typeNames.get(type) ?? typeNames.get(type.toLowerCase())
  if (!Array.isArray(type)) return undefined
  const named = type.map((each) => (typeof each === 'string' ? nameTypes(each) : undefined)).filter((each) => each !== undefined)
  const distinct = [...new Set(named)]
  if (distinct.length === 0) return undefined
  return distinct.length === type.length && distinct.every((each, n) => each === type[n]) ? type : distinct
}
