import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { WireSchema } from './shapes/schema-shape.ts'

/** The first fault of a Schema, in the vendor's words, with its place in front; `undefined`: none. */
export function checkSchema(schema: WireSchema, at: string): string | undefined {
  const { type, properties = {}, required = [], items, anyOf = [], format } = schema
  if (type === 'OBJECT' && Object.keys(properties).length === 0) return `${at}.properties: should be non-empty for OBJECT type`
  if (type === 'ARRAY' && items === undefined) return `${at}.items: missing field.`
  if (schema.enum && type !== undefined && type !== 'STRING' && type !== 'INTEGER' && type !== 'NUMBER')
    return `${at}.enum: only allowed for STRING type`
  if (schema.enum?.includes('')) return `${at}.enum[${schema.enum.indexOf('')}]: cannot be empty`
  if (type === 'STRING' && format !== undefined && format !== 'enum' && format !== 'date-time')
    return `${at}.format: only 'enum' and 'date-time' are supported for STRING type`
  const missing = required.findIndex((name) => !Object.hasOwn(properties, name))
  if (missing !== -1 && type === 'OBJECT') return `${at}.required[${missing}]: property is not defined`
  for (const [name, inner] of Object.entries(properties)) {
    const found = checkSchema(inner, `${at}.properties[${name}]`)
    if (found !== undefined) return found
  }
  for (const [i, inner] of anyOf.entries()) {
    const found = checkSchema(inner, `${at}.any_of[${i}]`)
    if (found !== undefined) return found
  }
  return items && checkSchema(items, `${at}.items`)
}

const types: readonly Json[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** The same for JSON Schema. Keywords that the server does not know it ignores; a reference suffers no neighbours but `$` ones. */
export function checkJsonSchema(schema: Json, at: string, root: Json = schema): string | undefined {
  if (!isJsonObject(schema)) return typeof schema === 'boolean' ? undefined : `${at}: must be an object`
  const { $ref, type } = schema
  if ($ref !== undefined) {
    const beside = Object.keys(schema).find((key) => !key.startsWith('$'))
    if (beside !== undefined) return `${at}: a schema with $ref may only have other keys that begin with $, but has ${beside}`
    if (!isKnown($ref, root)) return `${at}.$ref: reference to undefined schema`
  }
  for (const word of type === undefined ? [] : Array.isArray(type) ? (type as readonly Json[]) : [type])
    // a list of JSON
    if (typeof word !== 'string' || !types.includes(word.toLowerCase())) return `${at}.type: unknown type`
  for (const [place, inner] of innerSchemas(schema)) {
    const found = checkJsonSchema(inner, `${at}.${place}`, root)
    if (found !== undefined) return found
  }
  return undefined
}

function isKnown(ref: Json, root: Json): boolean {
  if (ref === '#') return true
  const name = typeof ref === 'string' ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)?.[1] : undefined
  if (name === undefined || !isJsonObject(root)) return false
  return [root['$defs'], root['definitions']].some((defs) => isJsonObject(defs) && Object.hasOwn(defs, decodeURIComponent(name)))
}

function innerSchemas(schema: JsonObject): readonly (readonly [string, Json])[] {
  const found: (readonly [string, Json])[] = []
  for (const keyword of ['properties', '$defs']) {
    const members = schema[keyword]
    if (isJsonObject(members)) for (const [name, inner] of Object.entries(members)) found.push([`${keyword}[${name}]`, inner])
  }
  for (const keyword of ['anyOf', 'oneOf', 'prefixItems']) {
    const members = schema[keyword]
    if (Array.isArray(members)) members.forEach((inner: Json, i) => found.push([`${keyword}[${i}]`, inner]))
  }
  if (isJsonObject(schema['items'])) found.push(['items', schema['items']])
  return found
}
