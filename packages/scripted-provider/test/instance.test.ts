import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { createInstance } from '../src/index.ts'
import type { JsonObject } from '@interlingua/core'

const ajv = new Ajv2020({ strict: false, validateFormats: false })

const schemas: Readonly<Record<string, JsonObject>> = {
  empty: {},
  'a tool': {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
    required: ['city'],
    additionalProperties: false,
  },
  'optional only': { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } } },
  enumerations: { type: 'object', properties: { unit: { enum: ['celsius', 'kelvin'] }, n: { enum: [3, 4] } }, required: ['unit', 'n'] },
  constants: { type: 'object', properties: { kind: { const: 'x' }, none: { const: null } }, required: ['kind', 'none'] },
  bounds: {
    type: 'object',
    properties: {
      a: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      b: { type: 'integer', minimum: -9007199254740991, maximum: -5 },
      c: { type: 'integer', multipleOf: 7, minimum: 10 },
      d: { type: 'number', multipleOf: 0.25, maximum: 0.6 },
      e: { type: 'integer', exclusiveMinimum: 41 },
      f: { type: 'number', maximum: -2.5 },
    },
    required: ['a', 'b', 'c', 'd', 'e', 'f'],
  },
  lengths: {
    type: 'object',
    properties: { short: { type: 'string', maxLength: 2 }, long: { type: 'string', minLength: 40 } },
    required: ['short', 'long'],
  },
  patterns: {
    type: 'object',
    properties: {
      a: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
      b: { type: 'string', pattern: '^(?:red|blue)$' },
      c: { type: 'string', pattern: '^\\+?[0-9]+(\\.[0-9]{2})?$' },
      d: { type: 'string', pattern: '^[^a-z]+$' },
    },
    required: ['a', 'b', 'c', 'd'],
  },
  arrays: {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'string' }, minItems: 3 },
      b: { type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true },
      c: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false },
      d: { type: 'array', contains: { const: 'x' }, minContains: 2 },
      e: { type: 'array', maxItems: 0, items: { type: 'string' } },
      f: { type: 'array', items: { enum: ['p', 'q', 'r'] }, minItems: 3, uniqueItems: true },
    },
    required: ['a', 'b', 'c', 'd', 'e', 'f'],
  },
  'any of': { anyOf: [{ type: 'string', minLength: 3 }, { type: 'number' }] },
  'one of with overlap': { oneOf: [{ type: 'number' }, { type: 'integer' }] },
  'tagged one of': {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          { type: 'object', properties: { t: { const: 'circle' }, r: { type: 'number' } }, required: ['t', 'r'] },
          { type: 'object', properties: { t: { const: 'box' } }, required: ['t'] },
        ],
      },
    },
    required: ['shape'],
  },
  'all of': {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { b: { type: 'integer', minimum: 4 } }, required: ['b'] },
    ],
  },
  'references and recursion': {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/node' } },
    required: ['tree'],
    $defs: {
      node: {
        type: 'object',
        properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['value', 'children'],
        additionalProperties: false,
      },
    },
  },
  'root reference': {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] }, n: { type: 'integer' } },
    required: ['n', 'next'],
  },
  nullable: {
    type: 'object',
    properties: { a: { type: ['string', 'null'] }, b: { anyOf: [{ type: 'null' }, { type: 'string' }] } },
    required: ['a', 'b'],
  },
  conditions: {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] } },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['x'], properties: { x: { type: 'integer' } } },
    else: { required: ['y'] },
  },
  not: { type: 'string', not: { const: 'demo text' } },
  'a property named properties': {
    type: 'object',
    properties: { properties: { type: 'object', properties: { required: { type: 'string' } }, required: ['required'] } },
    required: ['properties'],
  },
  'counted properties': { type: 'object', minProperties: 3, additionalProperties: { type: 'integer' } },
  'no type': { properties: { a: { minimum: 3 }, b: { items: { type: 'string' } } }, required: ['a', 'b'] },
  'undeclared required': { type: 'object', required: ['ghost'] },
  'forbidden property': { type: 'object', properties: { never: false, a: { type: 'string' } } },
}

describe('an instance of a schema', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    test(`fits: ${name}`, () => {
      const instance = createInstance(schema)
      const fits = ajv.compile(schema)
      expect(fits(instance), `${JSON.stringify(instance)} ${ajv.errorsText(fits.errors)}`).toBe(true)
    })
  }

  test('is the same every time', () => {
    for (const schema of Object.values(schemas)) expect(createInstance(schema)).toStrictEqual(createInstance(schema))
  })

  test('has texts of the formats that it knows', () => {
    const formats = ['date-time', 'date', 'email', 'uuid', 'ipv4', 'uri']
    const schema = { type: 'object', properties: Object.fromEntries(formats.map((format) => [format, { type: 'string', format }])) }
    expect(createInstance(schema)).toStrictEqual({
      'date-time': '2026-01-02T03:04:05Z',
      date: '2026-01-02',
      email: 'demo@example.com',
      uuid: '00000000-0000-4000-8000-000000000000',
      ipv4: '192.0.2.1',
      uri: 'https://example.com/demo',
    })
  })

  test('takes requests where the schema allows them, also for optional properties', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', maximum: 5 }, unit: { enum: ['c'] } },
      required: ['unit'],
    }
    expect(createInstance(schema, { city: 'Oslo', days: 9, unit: 'f' })).toStrictEqual({ city: 'Oslo', days: 1, unit: 'c' })
  })

  test('keeps a property named __proto__ as own data', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}') as JsonObject
    expect(JSON.stringify(createInstance(schema))).toBe('{"__proto__":"demo __proto__"}')
  })

  test('of a schema that requires itself without end is bounded', () => {
    const schema: JsonObject = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] }
    expect(JSON.stringify(createInstance(schema)).length).toBeLessThan(1000)
  })

  test('of a schema that asks for exponential work comes soon', () => {
    const twice = (name: string): JsonObject => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] })
    const names = Array.from({ length: 60 }, (_, i) => `d${i}`)
    const chain: JsonObject = {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(names.map((name, i) => [name, i === 59 ? {} : twice(`d${i + 1}`)])),
    }
    const tree: JsonObject = { type: 'object', properties: { l: { $ref: '#' }, r: { $ref: '#' } }, required: ['l', 'r'] }
    const grid: JsonObject = {
      type: 'array',
      minItems: 1000,
      items: {
        type: 'array',
        minItems: 1000,
        items: { type: 'array', minItems: 1000, items: { type: 'string', minLength: 1_000_000_000 } },
      },
    }
    const pattern: JsonObject = { type: 'string', pattern: '^((a{999}){999}){999}$' }
    const crowd: JsonObject = { type: 'object', minProperties: 1_000_000_000 }
    const started = performance.now()
    for (const schema of [chain, tree, pattern, crowd]) expect(JSON.stringify(createInstance(schema)).length).toBeLessThan(5_000_000)
    expect(JSON.stringify(createInstance(grid)).length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
