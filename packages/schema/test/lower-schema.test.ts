import { describe, expect, it, vi } from 'vitest'
import type { Json, JsonObject } from '@interlingua/core'
import { isAnthropicStrict, isOpenAiStrict, lowerSchema, type SchemaDialect, type Weakened } from '@interlingua/schema'

vi.setConfig({ testTimeout: 60_000 })

const closed = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const openAi = (schema: JsonObject): ReturnType<typeof lowerSchema> => lowerSchema(schema, 'openai-strict', '')
const anthropic = (schema: JsonObject): ReturnType<typeof lowerSchema> => lowerSchema(schema, 'anthropic-strict', '')
const dialects: SchemaDialect[] = ['openai-strict', 'anthropic-strict']
const text: JsonObject = { type: 'string' }
const weak = (fate: Weakened['fate'], keyword: string, path: Weakened['path']): Weakened => ({ keyword, path, fate })

describe.each(dialects)('both dialects: %s', (dialect) => {
  it('names a title or description that is no text, and a second title', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', description: [], title: 5 } },
      required: ['a'],
      additionalProperties: false,
    }
    expect(lowerSchema(schema, dialect, '/s')).toEqual({
      schema: { ...schema, properties: { a: { type: 'string' } } },
      weakened: [
        { keyword: 'title', path: '/s/properties/a', fate: 'dropped' },
        { keyword: 'description', path: '/s/properties/a', fate: 'dropped' },
      ],
    })
    const titled = { ...schema, properties: { a: { allOf: [{ type: 'string', title: 'one' }, { title: 'two' }] } } }
    expect(lowerSchema(titled, dialect, '').weakened).toContainEqual({ keyword: 'title', path: '/properties/a/allOf/1', fate: 'dropped' })
  })

  const lower = (schema: JsonObject): ReturnType<typeof lowerSchema> => lowerSchema(schema, dialect, '')

  it.each([
    ['a closed object', closed({ a: text, b: { type: 'integer' } })],
    ['nullable types', closed({ a: { type: ['string', 'null'] } })],
    ['enum and const', closed({ a: { type: 'string', enum: ['x', 'y'] }, b: { type: 'number', const: 1 } })],
    ['anyOf', closed({ a: { anyOf: [text, { type: 'null' }], description: 'Maybe.' } })],
    [
      'definitions and references',
      { ...closed({ a: { $ref: '#/$defs/A' }, b: { $ref: '#/definitions/B' } }), $defs: { A: text }, definitions: { B: text } },
    ],
    ['formats and patterns', closed({ a: { type: 'string', format: 'date-time' }, b: { type: 'string', pattern: '^[a-z]{1,3}$' } })],
    ['titles and descriptions', { ...closed({ a: { ...text, title: 'A', description: 'An a.' } }), title: 'T', description: 'A t.' }],
    ['no properties at all', closed({})],
  ])('%s pass as they are, with nothing to report', (_, schema) => {
    expect(lower(schema)).toEqual({ schema, weakened: [] })
    expect(dialect === 'openai-strict' ? isOpenAiStrict(schema) : isAnthropicStrict(schema)).toBe(true)
  })

  it('pitfall 36: const and enum without a type are not deleted, and get one where it is needed', () => {
    const bare = closed({ a: { const: 'x' }, b: { enum: [1, 2.5, null] } })
    if (dialect === 'anthropic-strict') return expect(lower(bare)).toEqual({ schema: bare, weakened: [] })
    return expect(lower(bare)).toEqual({
      schema: closed({ a: { const: 'x', type: 'string' }, b: { enum: [1, 2.5, null], type: ['integer', 'number', 'null'] } }),
      weakened: [weak('rewritten', 'type', '/properties/a'), weak('rewritten', 'type', '/properties/b')],
    })
  })

  it('pitfall 36: allOf is merged, with the references in it', () => {
    const { schema } = lower({
      ...closed({ a: { allOf: [{ $ref: '#/$defs/Base' }, closed({ kind: { const: 'x' }, own: text }, ['kind'])], description: 'Both.' } }),
      $defs: {
        Base: {
          type: 'object',
          properties: { kind: { type: 'string' }, own: { type: ['string', 'null'] } },
          required: ['own'],
          description: 'A base.',
        },
      },
    })
    expect((schema.properties as JsonObject).a).toEqual({
      ...closed({ kind: { const: 'x', type: 'string' }, own: text }, ['own', 'kind']),
      description: 'Both.\n\nA base.',
    })
  })

  it('allOf that nothing satisfies takes its optional property away', () => {
    const never = { allOf: [text, { type: 'number' }] }
    const { schema, weakened } = lower(closed({ a: text, b: never }, ['a']))
    expect(schema).toEqual(closed({ a: text }))
    expect(weakened).toContainEqual(weak('rewritten', 'type', '/properties/b'))
  })

  it('pitfall 36: oneOf becomes anyOf', () => {
    expect(lower(closed({ a: { oneOf: [text, { type: 'number' }] } }))).toEqual({
      schema: closed({ a: { anyOf: [text, { type: 'number' }] } }),
      weakened: [weak('rewritten', 'oneOf', '/properties/a')],
    })
  })

  it('a union beside other keywords is written out, each branch with them', () => {
    const { schema } = lower(
      closed({
        a: {
          type: 'object',
          properties: { x: text, y: text },
          additionalProperties: false,
          anyOf: [{ required: ['x'] }, { required: ['y'] }],
        },
      }),
    )
    const branches = ((schema.properties as JsonObject).a as JsonObject).anyOf as JsonObject[]
    expect(branches.map(({ properties }) => Object.keys(properties as JsonObject))).toEqual([
      ['x', 'y'],
      ['x', 'y'],
    ])
    if (dialect === 'anthropic-strict') expect(branches.map(({ required }) => required)).toEqual([['x'], ['y']])
  })

  it('pitfall 36: what the dialect cannot check goes into the description, each keyword once', () => {
    expect(
      lower(
        closed({
          a: { type: 'string', minLength: 2, description: 'A name.', not: { const: 'x' } },
          b: { type: 'array', items: text, uniqueItems: true },
        }),
      ),
    ).toEqual({
      schema: closed({
        a: { type: 'string', description: 'A name.\n\nConstraints: {"minLength":2,"not":{"const":"x"}}' },
        b: { type: 'array', items: text, description: 'Constraints: {"uniqueItems":true}' },
      }),
      weakened: [
        weak('described', 'minLength', '/properties/a'),
        weak('described', 'not', '/properties/a'),
        weak('described', 'uniqueItems', '/properties/b'),
      ],
    })
  })

  it('pitfall 35: propertyNames, if, then, else and patternProperties are described', () => {
    const lost = { patternProperties: { '^x': text }, propertyNames: { maxLength: 3 }, if: { required: ['a'] }, then: {}, else: false }
    const { schema, weakened } = lower({ ...closed({ a: text }), ...lost })
    expect(schema).toEqual({ ...closed({ a: text }), description: `Constraints: ${JSON.stringify(lost)}` })
    expect(weakened).toEqual(Object.keys(lost).map((keyword) => weak('described', keyword, '')))
  })

  it('pitfall 37: properties called like keywords are properties', () => {
    const names = [
      'properties',
      'propertyNames',
      '$ref',
      'type',
      'enum',
      'const',
      'required',
      'items',
      'allOf',
      '$defs',
      'additionalProperties',
      'format',
    ]
    const inner = closed(Object.fromEntries(names.map((name) => [name, text])))
    const schema = closed(Object.fromEntries(names.map((name) => [name, inner])))
    expect(lower(schema)).toEqual({ schema, weakened: [] })
  })

  it('pitfall 37: data that looks like a schema is data', () => {
    const value = { $ref: '#/nowhere', type: 'object', properties: { a: { minLength: 1 } } }
    const { schema, weakened } = lower(closed({ a: { type: 'object', ...closed({}), examples: [value] } }))
    expect(weakened).toEqual([weak('described', 'examples', '/properties/a')])
    expect(((schema.properties as JsonObject).a as JsonObject).description).toBe(`Constraints: ${JSON.stringify({ examples: [value] })}`)
  })

  it('a property called __proto__ is a property', () => {
    const schema = closed(JSON.parse('{"__proto__":{"type":"string"}}') as JsonObject)
    const { schema: lowered, weakened } = lower(schema)
    expect(JSON.stringify(lowered)).toBe(JSON.stringify(schema))
    expect(weakened).toEqual([])
  })

  it('open objects are closed, and what they allowed is described', () => {
    expect(lower({ ...closed({ a: text }), additionalProperties: { type: 'number' } })).toEqual({
      schema: { ...closed({ a: text }), description: 'Constraints: {"additionalProperties":{"type":"number"}}' },
      weakened: [weak('described', 'additionalProperties', '')],
    })
    expect(lower({ type: 'object', properties: { a: text }, required: ['a'] })).toEqual({
      schema: closed({ a: text }),
      weakened: [weak('rewritten', 'additionalProperties', '')],
    })
  })

  it('tuples become lists of what their places take', () => {
    const { schema } = lower(closed({ a: { type: 'array', prefixItems: [text, { type: 'number' }], items: { type: 'boolean' } } }))
    expect(((schema.properties as JsonObject).a as JsonObject).items).toEqual({ anyOf: [text, { type: 'number' }, { type: 'boolean' }] })
    const old = lower(closed({ a: { type: 'array', items: [text, { type: 'number' }], additionalItems: { type: 'boolean' } } }))
    expect(((old.schema.properties as JsonObject).a as JsonObject).items).toEqual({
      anyOf: [text, { type: 'number' }, { type: 'boolean' }],
    })
  })

  it('external and unknown references are reported, and take what can be said of any value', () => {
    const { schema, weakened } = lower(closed({ a: { $ref: 'https://example.com/schema.json' }, b: { $ref: '#/$defs/missing' } }))
    expect(weakened).toEqual(
      (['/properties/a', '/properties/b'] as const).flatMap((path) => [weak('dropped', '$ref', path), weak('rewritten', 'true', path)]),
    )
    expect(Object.keys(schema.properties as JsonObject)).toEqual(['a', 'b'])
    expect(lower(schema).weakened).toEqual([])
  })

  it('references to other places than definitions get a definition, anchors too', () => {
    const { schema } = lower({
      ...closed({ a: closed({ x: text }), b: { $ref: '#/properties/a' }, c: { $ref: '#there' } }),
      $defs: { a: { type: 'number' }, There: { $anchor: 'there', type: 'boolean' } },
    })
    expect(schema).toEqual({
      ...closed({ a: closed({ x: text }), b: { $ref: '#/$defs/a_2' }, c: { $ref: '#/$defs/There' } }),
      $defs: { a: { type: 'number' }, There: { type: 'boolean' }, a_2: closed({ x: text }) },
    })
  })

  it('keeps a description beside a reference', () => {
    const { schema } = lower({ ...closed({ a: { $ref: '#/$defs/A', description: 'This one.' } }), $defs: { A: text } })
    expect((schema.properties as JsonObject).a).toEqual({ description: 'This one.', anyOf: [{ $ref: '#/$defs/A' }] })
  })

  it('names that a pointer must escape keep their references', () => {
    const schema = { ...closed({ a: { $ref: '#/$defs/x~1y~0z%25' } }), $defs: { 'x/y~z%': text } }
    expect(lower(schema)).toEqual({ schema, weakened: [] })
  })

  it('a required property without a schema, and true and false, are said as near as can be', () => {
    const { schema, weakened } = lower({
      type: 'object',
      properties: { a: true, b: false, c: false, items: { type: 'array', items: false } },
      required: ['a', 'b', 'more', 'items'],
    })
    expect(Object.keys(schema.properties as JsonObject)).toEqual(['a', 'b', 'items', 'more'])
    expect(weakened).toEqual(
      expect.arrayContaining([
        weak('rewritten', 'true', '/properties/a'),
        weak('rewritten', 'false', '/properties/b'),
        weak('rewritten', 'false', '/properties/c'),
        weak('rewritten', 'true', '/properties/more'),
      ]),
    )
  })

  it('never changes its input, however frozen', () => {
    const schema = { type: 'object', properties: { a: { allOf: [{ $ref: '#/$defs/A' }, { minLength: 1 }] } }, $defs: { A: text } }
    const before = JSON.stringify(schema)
    lower(schema)
    expect(JSON.stringify(schema)).toBe(before)
  })
})

describe('openai-strict', () => {
  it('demands optional properties and lets them be null', () => {
    expect(
      openAi({
        ...closed(
          {
            a: text,
            b: { type: 'string', enum: ['x'] },
            c: { type: 'number', const: 1 },
            d: { anyOf: [text, { type: 'number' }] },
            e: { $ref: '#/$defs/E' },
            f: { type: ['string', 'null'] },
          },
          ['a'],
        ),
        $defs: { E: text },
      }),
    ).toEqual({
      schema: {
        ...closed({
          a: text,
          b: { type: ['string', 'null'], enum: ['x', null] },
          c: { type: ['number', 'null'], enum: [1, null] },
          d: { anyOf: [text, { type: 'number' }, { type: 'null' }] },
          e: { anyOf: [{ $ref: '#/$defs/E' }, { type: 'null' }] },
          f: { type: ['string', 'null'] },
        }),
        $defs: { E: text },
      },
      weakened: [weak('rewritten', 'required', '')],
    })
  })

  it('keeps the constraints that it checks, and describes formats and patterns that it does not', () => {
    const kept = closed({
      a: { type: 'number', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
      b: { type: 'array', items: text, minItems: 2, maxItems: 3 },
    })
    expect(openAi(kept)).toEqual({ schema: kept, weakened: [] })
    expect(openAi(closed({ a: { type: 'string', format: 'uri' }, b: { type: 'string', pattern: '^(?!x)' } })).weakened).toEqual([
      weak('described', 'format', '/properties/a'),
      weak('described', 'pattern', '/properties/b'),
    ])
  })

  it('keeps recursion', () => {
    const schema = {
      ...closed({ tree: { $ref: '#/$defs/Tree' }, self: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }),
      $defs: { Tree: closed({ children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }) },
    }
    expect(openAi(schema)).toEqual({ schema, weakened: [] })
  })

  it('ends recursion through merged references', () => {
    const { schema, weakened } = openAi({
      ...closed({ tree: { $ref: '#/$defs/Tree' } }),
      $defs: {
        Tree: {
          type: 'object',
          properties: { value: text, child: { $ref: '#/$defs/Tree', required: ['value'] } },
          additionalProperties: false,
        },
      },
    })
    expect(weakened).toContainEqual(weak('dropped', '$ref', '/$defs/Tree/properties/child'))
    expect(openAi(schema).weakened).toEqual([])
  })

  it('writes a reference at the root out, since its root is an object', () => {
    expect(openAi({ $ref: '#/$defs/A', $defs: { A: closed({ a: text }) } })).toEqual({
      schema: { ...closed({ a: text }), $defs: { A: closed({ a: text }) } },
      weakened: [weak('rewritten', '$ref', '')],
    })
  })

  it('makes one object of a union of objects at the root', () => {
    expect(
      openAi({
        anyOf: [closed({ kind: { type: 'string', const: 'x' }, a: text }), { $ref: '#/$defs/Y' }],
        $defs: { Y: closed({ kind: { type: 'string', const: 'y' } }) },
      }),
    ).toEqual({
      schema: {
        ...closed({
          kind: {
            anyOf: [
              { type: 'string', const: 'x' },
              { type: 'string', const: 'y' },
            ],
          },
          a: { type: ['string', 'null'] },
        }),
        $defs: { Y: closed({ kind: { type: 'string', const: 'y' } }) },
      },
      weakened: [weak('rewritten', 'anyOf', '')],
    })
  })

  it('cannot make an object of a list: the result says that it is not strict', () => {
    const list = { type: 'array', items: text }
    expect(openAi(list)).toEqual({ schema: list, weakened: [] })
    expect(isOpenAiStrict(list)).toBe(false)
  })

  it('knows its limits: ten levels, 5000 properties, 1000 enum values', () => {
    const nested = (levels: number): JsonObject => (levels === 1 ? closed({ a: text }) : closed({ a: nested(levels - 1) }))
    expect([isOpenAiStrict(nested(10)), isOpenAiStrict(nested(11))]).toEqual([true, false])
    const wide = (count: number): JsonObject => closed(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text])))
    expect([isOpenAiStrict(wide(5000)), isOpenAiStrict(wide(5001))]).toEqual([true, false])
    const values = (count: number): JsonObject =>
      closed({ a: { type: 'integer', enum: Array.from({ length: count }, (_, index) => index) } })
    expect([isOpenAiStrict(values(1000)), isOpenAiStrict(values(1001))]).toEqual([true, false])
  })
})

describe('anthropic-strict', () => {
  it('keeps optional properties, defaults and a union at the root', () => {
    const schema = { anyOf: [closed({ a: { type: 'string', default: 'x' } }, []), closed({ b: text })] }
    expect(anthropic(schema)).toEqual({ schema, weakened: [] })
  })

  it('describes ranges and lengths, and of minItems keeps what it checks', () => {
    expect(
      anthropic(closed({ a: { type: 'integer', minimum: 1, maximum: 5 }, b: { type: 'array', items: text, minItems: 3, maxItems: 4 } })),
    ).toEqual({
      schema: closed({
        a: { type: 'integer', description: 'Constraints: {"minimum":1,"maximum":5}' },
        b: { type: 'array', minItems: 1, items: text, description: 'Constraints: {"minItems":3,"maxItems":4}' },
      }),
      weakened: [
        weak('described', 'minimum', '/properties/a'),
        weak('described', 'maximum', '/properties/a'),
        weak('described', 'minItems', '/properties/b'),
        weak('described', 'maxItems', '/properties/b'),
      ],
    })
  })

  it('pitfall 36: cycles are written out some levels deep, then cut with a report', () => {
    const node = {
      type: 'object',
      properties: { value: text, next: { $ref: '#/$defs/Node' } },
      required: ['value'],
      additionalProperties: false,
    }
    const { schema, weakened } = anthropic({ ...closed({ list: { $ref: '#/$defs/Node' } }), $defs: { Node: node } })
    expect(schema).toEqual(
      closed({ list: closed({ value: text, next: closed({ value: text, next: closed({ value: text }) }, ['value']) }, ['value']) }),
    )
    expect(weakened).toEqual([
      weak('rewritten', '$ref', '/properties/list'),
      weak('dropped', '$ref', '/$defs/Node/properties/next'),
      weak('rewritten', '$defs', '/$defs/Node'),
    ])
  })

  it('cuts cycles that never come to a value', () => {
    const { schema, weakened } = anthropic({
      ...closed({ a: { $ref: '#/$defs/A' } }),
      $defs: { A: { $ref: '#/$defs/B' }, B: { allOf: [{ $ref: '#/$defs/A' }] } },
    })
    expect(weakened).toContainEqual(weak('rewritten', '$ref', '/properties/a'))
    expect(anthropic(schema).weakened).toEqual([])
  })
})

describe('hostile schemas', () => {
  const nest = (depth: number, around: (inner: string) => string): JsonObject => {
    let text = '{"type":"string"}'
    const [open = '', close = ''] = around('\u0000').split('\u0000')
    text = open.repeat(depth) + text + close.repeat(depth)
    return JSON.parse(text) as JsonObject
  }

  it.each(
    dialects.flatMap((dialect) =>
      [
        '{"type":"object","properties":{"a":\u0000}}',
        '{"type":"array","items":\u0000}',
        '{"allOf":[\u0000]}',
        '{"anyOf":[\u0000]}',
        '{"not":\u0000}',
        '{"const":\u0000}',
      ].map((shape) => [dialect, shape] as const),
    ),
  )('%s: depth 5000 of %s breaks no stack', (dialect, shape) => {
    const { schema, weakened } = lowerSchema(
      nest(5000, (inner) => shape.replace('\u0000', inner)),
      dialect,
      '',
    )
    expect(JSON.stringify(schema).length).toBeLessThan(100_000)
    expect(weakened.length).toBeGreaterThan(0)
  })

  it.each(dialects)('%s: unions multiplied with unions and recursion multiplied with itself stay bounded', (dialect) => {
    const union = { anyOf: Array.from({ length: 10 }, (_, index) => ({ properties: { [`p${index}`]: text } })) }
    const product: JsonObject = { type: 'object', allOf: Array.from({ length: 20 }, () => union) }
    const self: Json = { $ref: '#/$defs/Self', required: ['a0'] }
    const recursive: JsonObject = {
      ...closed({ self }),
      $defs: { Self: { type: 'object', properties: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}`, self])) } },
    }
    const start = process.cpuUsage()
    for (const schema of [product, recursive]) {
      const { schema: lowered } = lowerSchema(schema, dialect, '')
      expect(JSON.stringify(lowered).length).toBeLessThan(50_000_000)
    }
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
  })
})
