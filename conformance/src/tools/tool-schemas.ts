import type { JsonObject } from '@interlingua/core'

/** Input schemas as tool servers declare them, each with a feature that some vendor refuses, and a call that fits. */
export interface ToolSchema {
  readonly name: string
  readonly schema: JsonObject
  readonly input: JsonObject
}

const text = { type: 'string' } as const

export const toolSchemas: readonly ToolSchema[] = [
  { name: 'nothing', schema: {}, input: {} },
  { name: 'no type', schema: { properties: { q: text }, required: ['q'] }, input: { q: 'x' } },
  { name: 'an object of nothing', schema: { type: 'object' }, input: {} },
  {
    name: 'one of several shapes',
    schema: {
      type: 'object',
      properties: { dry: { type: 'boolean' } },
      oneOf: [
        { properties: { by: { const: 'id' }, id: text }, required: ['by', 'id'] },
        { properties: { by: { const: 'name' }, name: text }, required: ['by', 'name'] },
      ],
    },
    input: { by: 'id', id: '7' },
  },
  {
    name: 'one of two must be there',
    schema: { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    input: { b: 'x' },
  },
  {
    name: 'all of several',
    schema: {
      allOf: [{ $ref: '#/$defs/Page' }, { type: 'object', properties: { q: text } }],
      $defs: { Page: { type: 'object', properties: { page: { type: 'integer' } } } },
    },
    input: { q: 'x', page: 2 },
  },
  {
    name: 'a reference',
    schema: { $ref: '#/definitions/In', definitions: { In: { type: 'object', properties: { q: text } } } },
    input: { q: 'x' },
  },
  {
    name: 'names of a query',
    schema: {
      type: 'object',
      properties: {
        'filter[id]': text,
        $top: { type: 'integer' },
        'X-Trace Id': text,
        inner: { type: 'object', properties: { $skip: text } },
      },
      required: ['filter[id]', '$top'],
    },
    input: { 'filter[id]': 'a"b', $top: 12, 'X-Trace Id': '{"$top":1}', inner: { $skip: 'x', $top: 'y' } },
  },
  {
    name: 'names that meet',
    schema: { type: 'object', properties: { 'a b': text, 'a/b': text, a_b: text } },
    input: { 'a b': '1', 'a/b': '2', a_b: '3' },
  },
  { name: 'a long name', schema: { type: 'object', properties: { [`${'k'.repeat(90)}é`]: text } }, input: { [`${'k'.repeat(90)}é`]: 'x' } },
  {
    name: 'a list of anything',
    schema: { type: 'object', properties: { tags: { type: 'array' }, deep: { type: 'array', items: { type: 'array' } } } },
    input: { tags: [1, 'x'] },
  },
  {
    name: 'a tuple',
    schema: { type: 'object', properties: { at: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] } } },
    input: { at: [1, 2] },
  },
  {
    name: 'draft 4',
    schema: { id: 'urn:x', type: 'object', properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
    input: { n: 1 },
  },
  {
    name: 'nulls',
    schema: { type: 'object', properties: { a: { type: 'string', format: null, enum: null } }, required: null },
    input: { a: 'x' },
  },
  {
    name: 'a rule at the root',
    schema: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
    input: { a: 'x' },
  },
  {
    name: 'numbers to choose from',
    schema: { type: 'object', properties: { level: { type: 'integer', enum: [1, 2, 3] } } },
    input: { level: 2 },
  },
  {
    name: 'a union inside',
    schema: {
      type: 'object',
      properties: { v: { type: ['string', 'number'], anyOf: [{ minLength: 1 }, { minimum: 0 }] }, w: { oneOf: [text, { type: 'null' }] } },
    },
    input: { v: 'x' },
  },
  {
    name: 'a tree',
    schema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node', description: 'Where it begins.' } },
      $defs: { Node: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/Node' } } } } },
    },
    input: { root: { kids: [{ kids: [] }] } },
  },
]
