import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

const types: readonly Json[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/**
 * The first fault of a JSON Schema in the vendor's wording, preceded by its place; `undefined` for a legal schema. Unknown keywords are
 * ignored, and a `$ref` may stand only beside `$` keywords.
 */
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
