import type { Json } from '@interlingua/core'
import { shape } from '../../shape/shape.ts'
import type { Shape } from '../../shape/shape.ts'
import { proto } from './proto.ts'

const { optional, text, flag, list, record, number, anything } = shape
const { message, words, whole } = proto

/** A node of the vendor's own Schema, which knows no references and no composition but `anyOf`. https://ai.google.dev/api/caching#Schema */
export interface WireSchema {
  readonly type?: 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'ARRAY' | 'OBJECT' | 'NULL' | 'TYPE_UNSPECIFIED' | undefined
  readonly format?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly nullable?: boolean | undefined
  readonly enum?: readonly string[] | undefined
  readonly items?: WireSchema | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minProperties?: number | undefined
  readonly maxProperties?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly pattern?: string | undefined
  readonly properties?: Readonly<Record<string, WireSchema>> | undefined
  readonly propertyOrdering?: readonly string[] | undefined
  readonly required?: readonly string[] | undefined
  readonly anyOf?: readonly WireSchema[] | undefined
  readonly default?: Json | undefined
  readonly example?: Json | undefined
}

const inner: Shape<WireSchema> = (value, place) => schemaShape(value, place)

/** Reads a Schema. A keyword of JSON Schema that the vendor's Schema lacks counts as unknown. */
export const schemaShape: Shape<WireSchema> = message({
  type: optional(words('STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL', 'TYPE_UNSPECIFIED')),
  format: optional(text),
  title: optional(text),
  description: optional(text),
  nullable: optional(flag),
  enum: optional(list(text)),
  items: optional(inner),
  minItems: optional(whole(0)),
  maxItems: optional(whole(0)),
  minLength: optional(whole(0)),
  maxLength: optional(whole(0)),
  minProperties: optional(whole(0)),
  maxProperties: optional(whole(0)),
  minimum: optional(number()),
  maximum: optional(number()),
  pattern: optional(text),
  properties: optional(record(inner)),
  propertyOrdering: optional(list(text)),
  required: optional(list(text)),
  anyOf: optional(list(inner)),
  default: optional(anything),
  example: optional(anything),
})
