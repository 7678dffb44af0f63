import type { JsonObject } from '@interlingua/core'
import { lowerToolSchema, toolSchemaRules } from '@interlingua/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlainToolSchema } from '../src/is-plain-tool-schema.ts'
import { fitToolSchema } from '../src/lower-tool-schema.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { runs } from '../../../tools/runs.ts'

const at = '/tools/0/input_schema'
const lower = (schema: JsonObject | undefined, rules: keyof typeof toolSchemaRules = 'anthropic'): ReturnType<typeof lowerToolSchema> =>
  lowerToolSchema(schema, toolSchemaRules[rules], at)

describe('a union at the root', () => {
  const union = {
    type: 'object',
    properties: { verbose: { type: 'boolean' } },
    oneOf: [
      { properties: { kind: { type: 'string', const: 'file' }, path: { type: 'string' } }, required: ['kind', 'path'] },
      { properties: { kind: { type: 'string', const: 'url' }, url: { type: 'string' } }, required: ['kind', 'url'] },
    ],
  }

  test('is one object that takes what each branch took, and says in words what went together', () => {
    const { schema, weakened } = lower(union)
    expect(schema).toEqual({
      type: 'object',
      properties: {
        verbose: { type: 'boolean' },
        kind: { type: 'string', enum: ['file', 'url'] },
        path: { type: 'string' },
        url: { type: 'string' },
      },
      required: ['kind'],
      description: 'The input has exactly one of these shapes: (1) kind is "file", with kind, path; (2) kind is "url", with kind, url.',
    })
    expect(weakened).toEqual([`${at}/oneOf`])
  })

  test('that only says what is required keeps its properties, closed', () => {
    const { schema } = lower({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      additionalProperties: false,
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    })
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      additionalProperties: false,
      description: 'The input has at least one of these shapes: (1) with a; (2) with b.',
    })
  })

  test('an intersection is all of its parts; a reference is its target', () => {
    const { schema } = lower({
      allOf: [{ $ref: '#/$defs/A' }, { properties: { b: { type: 'integer' } }, required: ['b'] }],
      $defs: { A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
    })
    expect(schema).toMatchObject({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a', 'b'] })
    expect(schema['allOf']).toBeUndefined()
    expect(lower({ $ref: '#/$defs/A', $defs: { A: { type: 'object', description: 'An A.', properties: {} } } }).schema).toMatchObject({
      type: 'object',
      description: 'An A.',
      properties: {},
    })
  })

  test('a reference that was written out is told as spelled, and one that leads nowhere as weakened', () => {
    const found = lower({ $ref: '#/$defs/A', $defs: { A: { type: 'object', properties: { a: { type: 'string' } } } } })
    expect([found.spelled, found.weakened]).toEqual([[`${at}/$ref`], []])
    const dangling = lower({ $ref: '#/$defs/B', $defs: { A: { type: 'object', properties: {} } } })
    expect(dangling.schema).toMatchObject({ type: 'object', properties: {} })
    expect([dangling.spelled, dangling.weakened]).toEqual([[], [`${at}/$ref`]])
  })

  test('references into a branch stay whole', () => {
    const { schema } = lower({
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { $ref: '#/anyOf/0/properties/a' } } }],
    })
    expect(schema).toMatchObject({
      properties: { b: { $ref: '#/$defs/anyOf_0/properties/a' } },
      $defs: { anyOf_0: { properties: { a: { type: 'string' } } } },
    })
  })

  test('stays where the server takes it', () => {
    expect(lower(union, 'any').schema).toBe(union)
  })

  test('`enum` and `not` at the root are words for OpenAI', () => {
    const { schema, weakened } = lower({ type: 'object', properties: {}, not: { required: ['a'] } }, 'openai')
    expect(schema).toEqual({ type: 'object', properties: {}, description: 'Constraints: {"not":{"required":["a"]}}' })
    expect(weakened).toEqual([`${at}/not`])
  })
})

describe('names of properties', () => {
  const schema = {
    type: 'object',
    properties: { 'filter[id]': { type: 'string' }, $top: { type: 'integer' }, ok: { $ref: '#/properties/$top' }, 'a b': {}, a_b: {} },
    required: ['$top', 'ok'],
    dependentRequired: { $top: ['filter[id]'] },
  }

  test('that Claude refuses are changed everywhere, and are the same each time', () => {
    const lowered = lower(schema)
    expect(lowered.names.get('filter[id]')).toBe('filter_id_')
    expect(lowered.names.get('$top')).toBe('_top')
    expect(lowered.names.get('a b')).toMatch(/^a_b_[a-z2-7]{8}$/)
    expect(lowered.schema).toMatchObject({
      required: ['_top', 'ok'],
      dependentRequired: { _top: ['filter_id_'] },
      properties: { ok: { $ref: '#/properties/_top' } },
    })
    expect([...lower(structuredClone(schema)).names]).toEqual([...lowered.names])
    expect(lower(lowered.schema)).toMatchObject({ names: new Map() })
  })

  test('that are too long are cut; those inside stay', () => {
    const long = 'k'.repeat(80)
    const { names } = lower({
      type: 'object',
      properties: { [long]: {}, [`${long}b`]: {}, inner: { type: 'object', properties: { $x: {} } } },
    })
    expect([...names.keys()]).toEqual([long, `${long}b`])
    expect(new Set(names.values()).size).toBe(2)
    for (const name of names.values()) expect(name).toHaveLength(64)
  })

  test('are free with other servers', () => {
    expect(lower(schema, 'openai').names.size).toBe(0)
  })
})

describe('other words', () => {
  test('older drafts and near misses are said anew', () => {
    const { schema, spelled } = lower({
      type: 'object',
      properties: {
        tuple: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
        bound: { type: 'int', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        needed: { type: 'string', required: true, format: null },
        any: { type: 'any' },
        wrong: 'string',
      },
    } as JsonObject)
    expect(schema).toEqual({
      type: 'object',
      properties: {
        tuple: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
        bound: { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
        needed: { type: 'string' },
        any: {},
        wrong: {},
      },
    })
    expect(spelled).toEqual([`${at}/properties/tuple`, `${at}/properties/bound`, `${at}/properties/needed`, `${at}/properties/any`, at])
  })

  test('an array has items, and the root properties, where a server wants them', () => {
    const schema = { type: 'object', properties: { list: { type: ['array', 'null'] } } }
    expect(lower(schema, 'openai').schema).toEqual({ type: 'object', properties: { list: { type: ['array', 'null'], items: {} } } })
    expect(lower(schema).schema).toBe(schema)
    expect(lower({}, 'openai')).toMatchObject({ schema: { type: 'object', properties: {} }, added: true })
    expect(lower(undefined, 'openai')).toMatchObject({ schema: { type: 'object', properties: {} }, added: true })
    expect(lower({}).schema).toEqual({ type: 'object' })
  })

  test('Moonshot gets types everywhere, and references alone', () => {
    const { schema } = lower(
      {
        type: 'object',
        properties: {
          either: { type: 'string', anyOf: [{ minLength: 1 }, { type: 'null' }] },
          one: { oneOf: [{ type: 'string' }, { type: 'number' }] },
          ref: { $ref: '#/definitions/Node', description: 'The first.' },
          level: { enum: ['a', 'b'] },
          free: { description: 'Anything.' },
        },
        definitions: { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node', description: 'The next.' } } } },
      },
      'moonshot',
    )
    const any = { description: 'Anything.', anyOf: expect.arrayContaining([{ type: 'string' }]) as JsonObject }
    expect(schema).toEqual({
      type: 'object',
      properties: {
        either: { anyOf: [{ minLength: 1, type: 'string' }, { type: 'null' }] },
        one: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        ref: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, description: 'The first.' },
        level: { enum: ['a', 'b'], type: 'string' },
        free: any,
      },
      $defs: {
        Node: {
          type: 'object',
          properties: { next: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, description: 'The next.' } },
        },
      },
    })
  })
})

test('a circle of definitions for Moonshot stays small', () => {
  const names = Array.from({ length: 40 }, (_, i) => `N${i}`)
  const node = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}`, title: name }])) }
  const { schema } = lower(
    { type: 'object', properties: { a: { $ref: '#/$defs/N0' } }, $defs: Object.fromEntries(names.map((n) => [n, node])) },
    'moonshot',
  )
  expect(JSON.stringify(schema).length).toBeLessThan(400_000)
})

test('hostile depth stays as it is', () => {
  let deep: JsonObject = { type: 'array' }
  for (let i = 0; i < 5000; i++) deep = { type: 'array', items: deep }
  const schema = { type: 'object', properties: { deep } }
  for (const rules of ['anthropic', 'openai', 'moonshot'] as const) expect(lower(schema, rules).schema).toBe(schema)
})

test('whatever the schema: an object without unions at its root, and a fixed point', () => {
  fc.assert(
    fc.property(arbitrarySchema(), (schema) => {
      for (const rules of ['anthropic', 'openai', 'moonshot'] as const) {
        const { schema: lowered } = lower(schema, rules)
        expect(lowered['type']).toBe('object')
        for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(lowered).not.toHaveProperty(keyword)
        expect(lower(lowered, rules).schema).toEqual(lowered)
      }
    }),
    runs(100),
  )
})

test('one object for a union takes what any of its closed branches took, under the names on the wire', () => {
  const value = fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'integer', minimum: 1 }, { const: 'x' }, { enum: ['y', 2] }, {})
  const branch = fc
    .dictionary(fc.constantFrom('a', 'b', '$c'), value, { noNullPrototype: true })
    .chain((properties) =>
      fc
        .subarray(Object.keys(properties))
        .map((required): JsonObject => ({ type: 'object', properties, required, additionalProperties: false })),
    )
  const union = fc
    .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(branch, { minLength: 1, maxLength: 3 }))
    .map(([keyword, branches]): JsonObject => ({ type: 'object', [keyword]: branches }))
  const input = fc.dictionary(fc.constantFrom('a', 'b', '$c'), fc.constantFrom('x', 'y', 2, 0), { noNullPrototype: true })
  fc.assert(
    fc.property(union, input, (schema, given) => {
      if (isTaken(schema, given) !== true) return
      for (const rules of ['anthropic', 'openai'] as const) {
        const { schema: lowered, names } = lower(schema, rules)
        const renamed = Object.fromEntries(Object.entries(given).map(([key, inner]) => [names.get(key) ?? key, inner]))
        expect(isTaken(lowered, renamed)).toBe(true)
      }
    }),
    runs(100),
  )
})

/** `undefined`: nothing can be said of such a schema. */
function isTaken(schema: JsonObject, value: unknown): boolean | undefined {
  try {
    return new Ajv2020({ strict: false, logger: false, validateFormats: false }).validate(schema, value)
  } catch {
    return undefined
  }
}

describe('a schema of plain words', () => {
  const leaf = fc.oneof(
    fc.record(
      { type: fc.constantFrom('string', 'number', 'boolean', 'strin'), description: fc.constantFrom('a', null) },
      { requiredKeys: [] },
    ),
    fc.constant({ type: 'array' }),
    fc.constant({ type: 'string', enum: ['a', 'b'] }),
    fc.constant({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    fc.constant({ type: 'integer', exclusiveMinimum: true, minimum: 1 }),
    arbitrarySchema(),
  )
  const plainer = fc.record(
    {
      type: fc.constantFrom('object', 'object', 'object', 'string'),
      properties: fc.dictionary(
        fc.constantFrom('a', 'b_c', 'd.e', '$f', 'g[h]', ''),
        fc.oneof(leaf, fc.record({ type: fc.constant('array'), items: leaf })),
      ),
      required: fc.constantFrom(['a'], []),
      additionalProperties: fc.oneof(fc.boolean(), leaf),
      enum: fc.constant([1]),
    },
    { requiredKeys: ['type'] },
  )

  const cases = runs(3000)

  test.each(Object.keys(toolSchemaRules) as (keyof typeof toolSchemaRules)[])(
    'is seen to need nothing where nothing is changed: %s',
    (name) => {
      let plain = 0
      fc.assert(
        fc.property(fc.oneof(plainer, arbitrarySchema()), (given) => {
          const schema = given as JsonObject // made of JSON alone
          const rules = toolSchemaRules[name]
          if (!isPlainToolSchema(schema, rules)) return
          plain++
          expect(fitToolSchema(schema, rules, at)).toEqual({ schema, added: false, spelled: [], weakened: [], names: new Map() })
        }),
        cases,
      )
      expect(plain > cases.numRuns / 150).toBe(name !== 'moonshot')
    },
  )
})
