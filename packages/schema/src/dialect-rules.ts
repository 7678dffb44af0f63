import { isRawNumber, type Json, type JsonObject } from '@interlingua/core'
import { anyGoogleSchema } from './any-google-schema.ts'
import { anyListable } from './any-listable.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import { simplePattern } from './simple-pattern.ts'

/** What a dialect knows beyond the common ground (types, properties, items, enum, anyOf, local $ref, title, description). */
export interface DialectRules {
  /** Constraints that the API checks, with the values it takes. */
  readonly keywords: { readonly [keyword: string]: (value: Json, types: readonly string[]) => boolean }
  readonly const: boolean
  /** Which scalars an `enum` takes; a list that holds others is described. */
  readonly enumValue: (value: Json) => boolean
  /** `type` names one type, which `null` may stand beside; any other list becomes a union. */
  readonly oneType: boolean
  /** Objects are closed, and say so. Where they are not, `additionalProperties` is kept if `additionalProperties` says it can be. */
  readonly closed: boolean
  readonly additionalProperties: boolean
  /** Lists may name what stands at their first places. */
  readonly prefixItems: boolean
  /** Lists must say what they hold. */
  readonly needsItems: boolean
  /** Objects say `properties` only when they have some. */
  readonly omitsNoProperties: boolean
  /** `propertyOrdering` names the order of properties. */
  readonly ordering: boolean
  /** A schema that takes any value, or as near to it as the dialect comes. */
  readonly any: () => JsonObject
  /** `enum` and `const` need a `type` beside them. */
  readonly typedValues: boolean
  /** Every declared property must be required; an optional one is spelled as nullable. */
  readonly allRequired: boolean
  /** Where a reference may stand: nowhere, only in the place of a whole schema, and to which containers. */
  readonly references: readonly ('$defs' | 'definitions')[]
  /** References may lead back to themselves: anywhere, only inside properties that are not required, or nowhere. */
  readonly recursion: 'anywhere' | 'optional' | 'nowhere'
  /** The root is an object and neither a union nor a reference. */
  readonly objectRoot: boolean
  /** How many objects may stand inside each other, if limited. */
  readonly maxLevels: number
  readonly maxProperties: number
  readonly maxEnumValues: number
}

const number = (value: Json): boolean => typeof value === 'number' || isRawNumber(value)
const count = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
const anything = (): boolean => true
const text = (value: Json): boolean => typeof value === 'string'
const scalar = (value: Json): boolean => typeof value !== 'object' || value === null || isRawNumber(value)
const safeCount = (value: Json): boolean => count(value) && Number.isSafeInteger(value)
const oneOf =
  (...values: readonly Json[]) =>
  (value: Json): boolean =>
    values.includes(value)

const strict = {
  const: true,
  enumValue: scalar,
  oneType: false,
  closed: true,
  additionalProperties: false,
  prefixItems: false,
  needsItems: true,
  omitsNoProperties: false,
  ordering: false,
  any: anyListable,
  references: ['$defs', 'definitions'],
} as const
const unlimited = { maxLevels: Infinity, maxProperties: Infinity, maxEnumValues: Infinity }

/** The formats that the Schema object names for a type; others of strings are refused there. */
function googleFormat(value: Json, types: readonly string[]): boolean {
  if (types.includes('string')) return value === 'date-time'
  if (types.includes('integer')) return value === 'int32' || value === 'int64'
  return types.includes('number') && (value === 'float' || value === 'double')
}

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
    ...strict,
    typedValues: true,
    allRequired: true,
    recursion: 'anywhere',
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
    ...strict,
    typedValues: false,
    allRequired: false,
    recursion: 'nowhere',
    objectRoot: false,
    ...unlimited,
  },
  // https://ai.google.dev/api/caching#Schema
  'gemini-schema': {
    keywords: {
      default: anything,
      examples: (value) => Array.isArray(value) && value.length === 1, // `example`
      format: googleFormat,
      minimum: number,
      maximum: number,
      minItems: safeCount,
      maxItems: safeCount,
      minLength: safeCount,
      maxLength: safeCount,
      minProperties: safeCount,
      maxProperties: safeCount,
      pattern: simplePattern,
    },
    const: false,
    enumValue: (value) => typeof value === 'string' && value !== '',
    oneType: true,
    closed: false,
    additionalProperties: false,
    prefixItems: false,
    needsItems: true,
    omitsNoProperties: true,
    ordering: true,
    any: anyGoogleSchema,
    typedValues: true,
    allRequired: false,
    references: [],
    recursion: 'nowhere',
    objectRoot: false,
    ...unlimited,
  },
  // https://ai.google.dev/api/generate-content#generationconfig (responseJsonSchema)
  'gemini-json': {
    keywords: { $schema: anything, format: text, minimum: number, maximum: number, minItems: count, maxItems: count },
    const: false,
    enumValue: (value) => typeof value === 'string' || typeof value === 'number' || isRawNumber(value),
    oneType: false,
    closed: false,
    additionalProperties: true,
    prefixItems: true,
    needsItems: false,
    omitsNoProperties: false,
    ordering: true,
    any: () => ({}),
    typedValues: true,
    allRequired: false,
    references: ['$defs'],
    recursion: 'optional',
    objectRoot: false,
    ...unlimited,
  },
}
