import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'

/** Faults that the vendor of a format reports for the input schema of a tool: small checks of this project, after quoted error messages. */
export function schemaFaults(format: FormatId, schema: Json | undefined): readonly string[] {
  // OpenAI and Google take a function without parameters.
  if (schema === undefined) return format === 'messages' ? ['input_schema: Field required'] : []
  if (!isJsonObject(schema)) return ['is not an object']
  const faults = schema['type'] === 'object' ? [] : ['type is not object']
  if (format === 'contents') return faults
  for (const key of ['oneOf', 'anyOf', 'allOf', '$ref', ...(format === 'messages' ? [] : ['enum', 'not'])])
    if (schema[key] !== undefined) faults.push(`${key} at the top level`)
  if (format === 'messages') {
    for (const key of Object.keys(isJsonObject(schema['properties']) ? schema['properties'] : {}))
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) faults.push(`property key ${key}`)
  } else if (!isJsonObject(schema['properties'])) faults.push('object schema missing properties')
  eachSchema(schema, (inner) => {
    if (format !== 'messages' && inner['type'] === 'array' && inner['items'] === undefined) faults.push('array schema missing items')
    if (Array.isArray(inner['items'])) faults.push('items is a list')
    if (typeof inner['exclusiveMinimum'] === 'boolean') faults.push('exclusiveMinimum is a boolean')
    for (const key of ['enum', 'required', 'format']) if (inner[key] === null) faults.push(`${key} is null`)
  })
  for (const name of Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [])
    // a list of JSON
    if (!isJsonObject(schema['properties']) || !Object.hasOwn(schema['properties'], String(name)))
      faults.push(`required ${String(name)} is no property`)
  return faults
}

function eachSchema(schema: JsonObject, look: (schema: JsonObject) => void): void {
  look(schema)
  const below: (Json | undefined)[] = [schema['items'], schema['additionalProperties']]
  for (const key of ['properties', '$defs', 'definitions']) if (isJsonObject(schema[key])) below.push(...Object.values(schema[key]))
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    if (Array.isArray(schema[key])) below.push(...(schema[key] as readonly Json[])) // a list of JSON
  for (const inner of below) if (isJsonObject(inner)) eachSchema(inner, look)
}
