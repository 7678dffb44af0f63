import fc from 'fast-check'
import type { Json, JsonObject } from '@interlingua/core'

/** Names that trip walkers which look at key names and not at positions. */
export const trickyNames = ['a', 'b', 'properties', '$ref', 'type', 'required', 'items', 'const', '__proto__', 'x/y~z'] as const

const optionally = (arbitrary: fc.Arbitrary<Json>): { arbitrary: fc.Arbitrary<Json>; required: false } => ({ arbitrary, required: false })
type Parts = { [keyword: string]: { arbitrary: fc.Arbitrary<Json>; required: boolean } }

function record(fixed: JsonObject, parts: Parts): fc.Arbitrary<JsonObject> {
  const model = Object.fromEntries(Object.entries(parts).map(([keyword, { arbitrary }]) => [keyword, arbitrary]))
  return fc
    .record(model, { requiredKeys: Object.keys(parts).filter((keyword) => parts[keyword]?.required) })
    .map((rest) => ({ ...fixed, ...rest }))
}

const texts: fc.Arbitrary<Json> = fc.constantFrom('', 'a', 'ab', 'abc', '2020-01-01')
const small = fc.integer({ min: -2, max: 4 })
const length = fc.integer({ min: 0, max: 3 })

function leaf(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    record(
      { type: 'string' },
      {
        minLength: optionally(length),
        maxLength: optionally(length),
        pattern: optionally(fc.constantFrom('^a', 'b$', '^(?=a)')),
        format: optionally(fc.constantFrom('date', 'uri')),
      },
    ),
    record(
      { type: 'integer' },
      { minimum: optionally(small), exclusiveMaximum: optionally(small), multipleOf: optionally(fc.constantFrom(1, 2)) },
    ),
    record({ type: 'number' }, { maximum: optionally(small), default: optionally(small) }),
    fc.constantFrom<JsonObject>({ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }, { type: ['integer', 'boolean'] }),
    fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }).map((values) => ({ type: 'string', enum: values })),
    texts.map((value) => ({ type: 'string', const: value })),
    small.map((value) => ({ type: 'number', const: value })),
  )
}

/**
 * Schemas whose lowering only widens, but for objects that are closed: every schema declares its types (types would be inferred),
 * lists name their items, and nothing recurs or is empty.
 */
export function arbitrarySchema(depth = 3): fc.Arbitrary<JsonObject> {
  if (depth === 0) return leaf()
  const inner = arbitrarySchema(depth - 1)
  const properties = fc.dictionary(fc.constantFrom(...trickyNames), inner, { maxKeys: 3, noNullPrototype: true })
  return fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf(),
    fc
      .tuple(
        properties,
        fc.subarray([...trickyNames]),
        record(
          {},
          {
            additionalProperties: optionally(fc.constantFrom(true, false)),
            maxProperties: optionally(length),
            description: optionally(fc.constant('An object.')),
          },
        ),
      )
      .map(([named, required, rest]): JsonObject => ({
        type: 'object',
        properties: named,
        required: required.filter((name) => Object.hasOwn(named, name)),
        ...rest,
      })),
    fc
      .tuple(inner, record({}, { minItems: optionally(length), maxItems: optionally(length), uniqueItems: optionally(fc.boolean()) }))
      .map(([items, rest]): JsonObject => ({ type: 'array', items, ...rest })),
    fc.tuple(inner, inner).map(([one, other]): JsonObject => ({ type: 'array', prefixItems: [one], items: other })),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((oneOf): JsonObject => ({ oneOf })),
    fc.array(inner, { minLength: 1, maxLength: 2 }).map((allOf): JsonObject => ({ allOf })),
    fc.tuple(inner, inner).map(([schema, not]): JsonObject => ({ ...schema, not })),
    fc.constantFrom<JsonObject>(
      { $ref: '#/$defs/Leaf' },
      { $ref: '#/$defs/Pair' },
      { $ref: '#/$defs/Leaf', description: 'A leaf.' },
      { type: 'string', $ref: '#/$defs/Leaf' },
    ),
  )
}

export const definitions: JsonObject = {
  Leaf: { type: 'string', enum: ['a', 'ab'] },
  Pair: { type: 'object', properties: { a: { $ref: '#/$defs/Leaf' }, b: { type: 'integer' } }, required: ['a'] },
}

/** Any JSON in the place of a schema. */
export const arbitraryNonsense: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  object: fc.dictionary(
    fc.constantFrom(
      'type',
      'properties',
      'required',
      'items',
      'prefixItems',
      'additionalProperties',
      'anyOf',
      'oneOf',
      'allOf',
      'not',
      '$ref',
      '$defs',
      'enum',
      'const',
      'minimum',
      'minItems',
      'format',
      'default',
      'nullable',
      '$id',
      '$anchor',
      'description',
      '__proto__',
    ),
    tie('schema'),
    { maxKeys: 5, noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>, // a dictionary of JSON is an object
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(
      'object',
      'string',
      'array',
      '#',
      '#/properties/a',
      '#/$defs/a',
      '#a',
      'a',
      true,
      false,
      null,
      1,
      -1,
      'https://example.com/schema',
    ),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'properties'), tie('schema'), { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<Json>, // a dictionary of JSON is JSON
    tie('object'),
  ),
})).object
