import type { Json } from '@interlingua/core'
import type { SchemaDialect } from './schema-dialect.ts'
import { simplePattern } from './simple-pattern.ts'

/** What a dialect knows beyond the common ground (types, properties, items, enum, anyOf, local $ref, title, description). */
export interface DialectRules {
  /** Constraints that the API checks, with the values it takes. */
  readonly keywords: { readonly [keyword: string]: (value: Json) => boolean }
  readonly const: boolean
  /** `enum` and `const` need a `type` beside them. */
  readonly typedValues: boolean
  /** Every declared property must be required; an optional one is spelled as nullable. */
  readonly allRequired: boolean
  /** References may lead back to themselves. */
  readonly recursion: boolean
  /** The root is an object and neither a union nor a reference. */
  readonly objectRoot: boolean
  /** How many objects may stand inside each other, if limited. */
  readonly maxLevels: number
  readonly maxProperties: number
  readonly maxEnumValues: number
}

const number = (value: Json): boolean => typeof value === 'number'
const count = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
const anything = (): boolean => true
const oneOf =
  (...values: readonly Json[]) =>
  (value: Json): boolean =>
    values.includes(value)

export const dialectRules: Readonly<Record<SchemaDialect, DialectRules>> = {
  // https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
  'openai-strict': {
    keywords: {
      $schema: anything,
      pattern: simplePattern,
      format: oneOf('date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'),
      multipleOf: number,
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      minItems: count,
      maxItems: count,
    },
    const: true,
    typedValues: true,
    allRequired: true,
    recursion: true,
    objectRoot: true,
    maxLevels: 10,
    maxProperties: 5000,
    maxEnumValues: 1000,
  },
  // https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
  'anthropic-strict': {
    keywords: {
      default: anything,
      pattern: simplePattern,
      format: oneOf('date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'),
      minItems: oneOf(0, 1),
    },
    const: true,
    typedValues: false,
    allRequired: false,
    recursion: false,
    objectRoot: false,
    maxLevels: Infinity,
    maxProperties: Infinity,
    maxEnumValues: Infinity,
  },
}
