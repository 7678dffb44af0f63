import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Json, JsonObject } from '@interlingua/core'
import { fromGoogleSchema, isGeminiJson, isGeminiSchema, lowerSchema, toGoogleSchema } from '@interlingua/schema'
import { arbitraryNonsense, arbitrarySchema } from './arbitrary-schema.ts'
import { runs } from '../../../tools/runs.ts'

vi.setConfig({ testTimeout: 60_000 })

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, addUsedSchema: false })
const google = (schema: JsonObject): ReturnType<typeof lowerSchema> => lowerSchema(schema, 'gemini-schema', '')
const json = (schema: JsonObject): ReturnType<typeof lowerSchema> => lowerSchema(schema, 'gemini-json', '')
const property = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { a: schema } })

/** The one property of a schema lowered for Google's Schema object. */
function googleProperty(schema: JsonObject): Json | undefined {
  const { properties } = google(property(schema)).schema
  return (properties as JsonObject).a // every schema here has one
}

const tree: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  required: ['name', 'children'],
  additionalProperties: false,
}
const forest: JsonObject = { type: 'object', properties: { root: { $ref: '#/$defs/Tree' } }, required: ['root'], $defs: { Tree: tree } }
const leaf: JsonObject = { name: 'leaf', children: [] }

describe("Google's Schema object", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['types in upper case', { type: 'integer' }, { type: 'INTEGER' }],
    ['a type list with null as nullable', { type: ['null', 'string'] }, { type: 'STRING', nullable: true }],
    [
      'a list of types as a union',
      { type: ['string', 'number'], minLength: 2 },
      { anyOf: [{ type: 'STRING', minLength: '2' }, { type: 'NUMBER' }] },
    ],
    [
      'a union with null as nullable',
      { anyOf: [{ type: 'string', description: 'One.' }, { type: 'null' }], description: 'Maybe.' },
      { type: 'STRING', nullable: true, description: 'Maybe.\n\nOne.' },
    ],
    [
      'a wider union with null as nullable',
      { anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }], nullable: true },
    ],
    ['const as an enum of one', { const: 'x' }, { type: 'STRING', enum: ['x'] }],
    ['an enum with null', { enum: ['x', null] }, { type: 'STRING', nullable: true, enum: ['x'] }],
    [
      'numbers that are listed in the description',
      { type: 'integer', enum: [1, 2] },
      { type: 'INTEGER', description: 'Constraints: {"enum":[1,2]}' },
    ],
    ['empty texts, which no enum may hold', { enum: ['', 'x'] }, { type: 'STRING', description: 'Constraints: {"enum":["","x"]}' }],
    [
      'counts as texts',
      { type: 'array', items: { type: 'string' }, minItems: 2 },
      { type: 'ARRAY', items: { type: 'STRING' }, minItems: '2' },
    ],
    [
      'an exclusive bound of integers exactly',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2.5 },
      { type: 'INTEGER', minimum: 1, maximum: 2 },
    ],
    [
      'an exclusive bound of numbers as an inclusive one',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'NUMBER', minimum: 0, description: 'Constraints: {"exclusiveMinimum":0}' },
    ],
    ['formats that it knows', { type: 'integer', format: 'int32' }, { type: 'INTEGER', format: 'int32' }],
    ['formats that it does not know', { type: 'string', format: 'uri' }, { type: 'STRING', description: 'Constraints: {"format":"uri"}' }],
    ['an example', { type: 'string', examples: ['x'], default: 'y' }, { type: 'STRING', default: 'y', example: 'x' }],
    ['open objects without properties', { type: 'object', properties: {} }, { type: 'OBJECT' }],
    ['one of the branches', { oneOf: [{ type: 'string' }, { type: 'boolean' }] }, { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }] }],
    [
      'all of the branches',
      {
        allOf: [
          { type: 'object', properties: { x: { type: 'string' } } },
          { properties: { y: { type: 'null' } }, required: ['y'] },
        ],
      },
      { type: 'OBJECT', properties: { x: { type: 'STRING' }, y: { type: 'NULL' } }, required: ['y'] },
    ],
    [
      "zod's safe integers",
      { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      { type: 'INTEGER', minimum: -9007199254740991, maximum: 9007199254740991 },
    ],
  ])('says %s', (_, schema, expected) => {
    const lowered = googleProperty(schema)
    expect(lowered).toEqual(expected)
    expect(isGeminiSchema(expected)).toBe(true)
  })

  it('names what it cannot say', () => {
    const { weakened } = google({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'string', not: { const: 'x' } } },
      patternProperties: { '^x': { type: 'string' } },
      additionalProperties: false,
      if: { required: ['a'] },
    })
    expect(weakened).toEqual(
      expect.arrayContaining([
        { keyword: '$schema', path: '', fate: 'dropped' },
        { keyword: 'additionalProperties', path: '', fate: 'dropped' },
        { keyword: 'patternProperties', path: '', fate: 'described' },
        { keyword: 'if', path: '', fate: 'described' },
        { keyword: 'not', path: '/properties/a', fate: 'described' },
      ]),
    )
    expect(weakened).toHaveLength(5)
  })

  it('writes references out, and recursion three levels deep, then as any object', () => {
    const { schema, weakened } = google(forest)
    expect(JSON.stringify(schema)).not.toContain('$')
    expect(isGeminiSchema(schema)).toBe(true)
    expect(weakened).toContainEqual({ keyword: '$ref', path: '/$defs/Tree/properties/children/items', fate: 'dropped' })
    const takes = ajv.compile(fromGoogleSchema(schema).schema)
    let root = leaf
    for (let depth = 0; depth < 6; depth++) root = { name: 'node', children: [root] }
    expect(takes({ root })).toBe(true)
    expect(takes({ root: { name: 'node', children: [{ name: 'node' }] } })).toBe(false)
  })

  it('keeps the order of properties', () => {
    const schema = { ...property({ type: 'string' }), propertyOrdering: ['a', 'gone'] }
    expect(google(schema)).toEqual({
      schema: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, propertyOrdering: ['a'] },
      weakened: [{ keyword: 'propertyOrdering', path: '', fate: 'rewritten' }],
    })
  })
})

describe('the JSON Schema fields', () => {
  it.each<[string, JsonObject]>([
    ['what an app writes', { ...tree, properties: { name: { type: 'string' }, children: { type: 'array' } } }],
    [
      "zod's schemas",
      { $schema: 'https://json-schema.org/draft/2020-12/schema', ...property({ type: 'integer', minimum: -9007199254740991 }) },
    ],
    ['additional properties', { type: 'object', additionalProperties: { type: 'string' } }],
    ['tuples', property({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'string' } })],
    ['enums of numbers', property({ type: 'number', enum: [1, 2.5] })],
    ['nullable types', property({ type: ['string', 'null'], description: 'Maybe.' })],
    ['any value', property({})],
    ['orders', { ...property({}), propertyOrdering: ['a'] }],
    [
      'cycles through a property that may be absent',
      { type: 'object', properties: { next: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } }, required: [] },
    ],
    ['definitions', { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, required: ['a'], $defs: { A: { type: 'string' } } }],
  ])('take %s as they are', (_, schema) => {
    expect(json(schema)).toEqual({ schema, weakened: [] })
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['const', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['values that no enum holds', { enum: ['x', null] }, { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] }],
    ['a pattern', { type: 'string', pattern: '^a' }, { type: 'string', description: 'Constraints: {"pattern":"^a"}' }],
    [
      'a description beside a reference',
      { $ref: '#/properties/b', description: 'A.' },
      { description: 'A.', anyOf: [{ $ref: '#/$defs/b' }] },
    ],
    [
      'a closed tuple',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { type: 'array', prefixItems: [{ type: 'string' }], maxItems: 1 },
    ],
    [
      'what patterns leave',
      { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
      { type: 'object', description: 'Constraints: {"patternProperties":{"^x":{}}}' },
    ],
  ])('say %s otherwise', (_, schema, expected) => {
    const whole: JsonObject = { type: 'object', properties: { a: schema, b: { type: 'string' } } }
    const lowered = json(whole)
    expect((lowered.schema.properties as JsonObject).a).toEqual(expected) // the object above has properties
    expect(lowered.weakened.length).toBeGreaterThan(0)
    expect(isGeminiJson(lowered.schema)).toBe(true)
  })

  it('free a property through which a cycle passes from being required', () => {
    const { schema, weakened } = json(forest)
    expect(schema).toEqual({
      ...forest,
      $defs: { Tree: { ...tree, required: ['name'], description: 'Constraints: {"required":["children"]}' } },
    })
    expect(weakened).toEqual([{ keyword: 'required', path: '/$defs/Tree', fate: 'described' }])
  })

  it('cut a cycle that passes through no property', () => {
    const nested = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/L' } },
      $defs: { L: { type: 'array', items: { $ref: '#/$defs/L' } } },
    }
    const { schema, weakened } = json(nested)
    expect(schema.$defs).toEqual({ L: { type: 'array', items: { type: 'array' } } })
    expect(weakened).toEqual([{ keyword: '$ref', path: '/$defs/L/items', fate: 'dropped' }])
    const takes = ajv.compile(schema)
    expect(takes({ a: [[[[]]]] })).toBe(true)
  })

  it('understand definitions of older drafts', () => {
    const { schema } = json({ type: 'object', properties: { a: { $ref: '#/definitions/A' } }, definitions: { A: { type: 'string' } } })
    expect(schema).toEqual({ type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } })
  })
})

describe("reading Google's Schema object", () => {
  it('gives JSON Schema', () => {
    const wire: JsonObject = {
      type: 'OBJECT',
      properties: {
        a: { type: 'STRING', nullable: true, enum: ['x'], format: 'enum' },
        b: {
          any_of: [
            { type: 'INTEGER', enum: ['1', '2'] },
            { type: 'ARRAY', items: { type: 'NUMBER' }, min_items: '1' },
          ],
          nullable: true,
        },
        c: { type: 'TYPE_UNSPECIFIED', example: 5 },
      },
      propertyOrdering: ['c', 'a', 'b'],
      required: ['a'],
    }
    const { schema, spelling } = fromGoogleSchema(wire)
    expect(JSON.stringify(schema)).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          c: { examples: [5] },
          a: { type: ['string', 'null'], enum: ['x', null] },
          b: { anyOf: [{ type: 'integer', enum: [1, 2] }, { type: 'array', items: { type: 'number' }, minItems: 1 }, { type: 'null' }] },
        },
        required: ['a'],
      }),
    )
    expect(spelling).toBe(wire)
    expect(toGoogleSchema(schema, spelling)).toBe(wire)
    expect(toGoogleSchema({ type: 'object', properties: { a: { const: 'x' } } }, spelling)).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING', enum: ['x'] } },
    })
  })

  it.each<[string, JsonObject]>([
    ['upper', { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true, minLength: '1' } }, required: ['a'] }],
    ['lower', { type: 'object', properties: { a: { type: 'array', items: { type: 'string', format: 'date-time' } } } }],
  ])('knows the usual spellings by a word: %s', (word, wire) => {
    const { schema, spelling } = fromGoogleSchema(wire)
    expect(spelling).toBe(word)
    expect(JSON.stringify(toGoogleSchema(schema, spelling))).toBe(JSON.stringify(wire))
  })

  it('is undone exactly by printing, whatever was written', () => {
    const field = fc.constantFrom(
      'type',
      'nullable',
      'enum',
      'format',
      'anyOf',
      'any_of',
      'items',
      'properties',
      'min_items',
      'maxItems',
      'propertyOrdering',
      'example',
      'examples',
      'extra',
      '__proto__',
    )
    const wire = fc.letrec<{ value: Json; schema: JsonObject }>((tie) => ({
      schema: fc.dictionary(field, tie('value'), { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<JsonObject>, // a dictionary of JSON is an object
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<Json>(
          'STRING',
          'string',
          'OBJECT',
          'object',
          'INTEGER',
          'NULL',
          'null',
          'TYPE_UNSPECIFIED',
          'enum',
          '1',
          '01',
          2,
          true,
          false,
          null,
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('schema'),
      ),
    })).schema
    fc.assert(
      fc.property(
        fc.oneof(
          wire,
          arbitraryNonsense,
          arbitrarySchema(2).map((schema) => google(schema).schema),
        ),
        (schema) => {
          const read = fromGoogleSchema(schema)
          expect(JSON.stringify(toGoogleSchema(read.schema, read.spelling))).toBe(JSON.stringify(schema))
        },
      ),
      runs(3000),
    )
  })

  it('names what a lowered schema is by a word, since it is spelled as the documentation spells it', () => {
    fc.assert(
      fc.property(arbitrarySchema(2), (schema) => {
        const { spelling } = fromGoogleSchema(google({ type: 'object', properties: { a: schema } }).schema)
        expect(spelling).toBe('upper')
      }),
    )
  })
})
