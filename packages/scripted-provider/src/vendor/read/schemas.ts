import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { list, segment } from './json.ts'

/** A schema inside another one, with its place. */
export interface PlacedSchema {
  readonly at: Pointer
  readonly schema: JsonObject
  /** The number of schemas around it. */
  readonly depth: number
}

const members = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const singles = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
] as const

/** The schema and all schemas inside it, the outer ones first. */
export function* schemasIn(schema: Json | undefined, at: Pointer, depth = 0): Generator<PlacedSchema> {
  if (!isJsonObject(schema)) return
  yield { at, schema, depth }
  for (const keyword of members) {
    const inner = schema[keyword]
    if (isJsonObject(inner))
      for (const [key, value] of Object.entries(inner)) yield* schemasIn(value, `${at}/${keyword}/${segment(key)}`, depth + 1)
  }
  for (const keyword of lists)
    for (const [i, value] of list(schema[keyword]).entries()) yield* schemasIn(value, `${at}/${keyword}/${i}`, depth + 1)
  for (const keyword of singles) yield* schemasIn(schema[keyword], `${at}/${keyword}`, depth + 1)
}

/** The types that a schema names. */
export function typesOf({ type }: JsonObject): readonly string[] {
  return (Array.isArray(type) ? list(type) : [type]).flatMap((word) => (typeof word === 'string' ? [word.toLowerCase()] : []))
}
