import type { Json, JsonObject } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'
import { anyGoogleSchema } from './any-google-schema.ts'
import { anyListable } from './any-listable.ts'
import type { SchemaDialect } from './schema-dialect.ts'
import { simplePattern } from './simple-pattern.ts'

/** Capabilities of a dialect beyond the common ground (types, properties, items, enum, anyOf, local $ref, title, description). */
export interface DialectRules {
  /** Constraints that the API checks, with the values it takes. */
  readonly keywords: { readonly [keyword: string]: (value: Json, types: readonly string[]) => boolean }
  readonly const: boolean
  /** True for scalars that an `enum` takes; a list with other values goes to the description. */
  readonly enumValue: (value: Json) => boolean
  /** True: `type` is one type, beside which `null` may stand; any other list becomes a union. */
  readonly oneType: boolean
  /** True: objects are closed, and say so. False: `additionalProperties` is kept if the dialect checks it. */
  readonly closed: boolean
  readonly additionalProperties: boolean
  /** True: lists may name the schemas of their first places. */
  readonly prefixItems: boolean
  /** True: lists must have `items`. */
  readonly needsItems: boolean
  /** True: objects have `properties` only if there are some. */
  readonly omitsNoProperties: boolean
  /** True: `propertyOrdering` names the order of properties. */
  readonly ordering: boolean
  /** Schema for any value, or the nearest that the dialect has. */
  readonly any: () => JsonObject
  /** True: `enum` and `const` need a `type` beside them. */
  readonly typedValues: boolean
  /** True: every declared property must be required; an optional one becomes nullable. */
  readonly allRequired: boolean
  /** Containers to which a reference may lead; empty: references are not taken. */
  readonly references: readonly ('$defs' | 'definitions')[]
  /** Places of references that lead back to themselves: anywhere, only inside properties that are not required, or nowhere. */
  readonly recursion: 'anywhere' | 'optional' | 'nowhere'
  /** True: the root must be an object, neither a union nor a reference. */
  readonly objectRoot: boolean
  /** Largest number of objects inside each other. `Infinity`: no limit. */
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

/** Formats that the Schema object takes for a type; string formats other than these are refused there. */
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
