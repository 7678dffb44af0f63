import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'

/** The first place of a schema outside the chat vendor's strict subset, in the vendor's wording; `undefined` for a strict schema. */
export function findUnstrict(schema: Json | undefined, place: readonly string[] = []): string | undefined {
  if (!isJsonObject(schema)) return undefined
  const where = `In context=(${place.map((piece) => `'${piece}'`).join(', ')}), `
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : undefined
  const types = [schema['type']].flat()
  if (place.length === 0 && schema['type'] !== 'object' && schema['$ref'] === undefined) return `${where}schema must be of type "object"`
  if (place.length === 0 && schema['anyOf'] !== undefined) return `${where}'anyOf' is not permitted at the root`
  if (schema['oneOf'] !== undefined || schema['allOf'] !== undefined || schema['not'] !== undefined)
    return `${where}'oneOf', 'allOf' and 'not' are not permitted`
  if (types.includes('object') || properties) {
    if (schema['additionalProperties'] !== false) return `${where}'additionalProperties' is required to be supplied and to be false`
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const missing = Object.keys(properties ?? {}).find((name) => !required.includes(name))
    if (missing !== undefined)
      return `${where}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'`
  }
  const inner: readonly (readonly [string, Json])[] = [
    ...entriesOf('properties', properties),
    ...entriesOf('$defs', schema['$defs']),
    ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].map((branch: Json, i: number) => [`anyOf/${i}`, branch] as const) : []),
    ...(isJsonObject(schema['items']) ? [['items', schema['items']] as const] : []),
  ]
  for (const [name, value] of inner) {
    const found = findUnstrict(value, [...place, ...name.split('/')])
    if (found !== undefined) return found
  }
  return undefined
}

function entriesOf(keyword: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value).map(([name, inner]) => [`${keyword}/${name}`, inner] as const) : []
}
