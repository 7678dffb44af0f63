import type { Notice } from '@interlingua/core'
import { expect, test } from 'vitest'
import { anthropicModels, geminiModels, openaiModels, type ListedModel } from '../src/index.ts'

const model: ListedModel = { id: 'org/model:7b', created: 1_760_000_000, ownedBy: 'openai', inputLimit: 200_000 }

function encode(
  style: typeof openaiModels | typeof anthropicModels | typeof geminiModels,
  models: readonly ListedModel[],
  next?: string,
): { body: unknown; notices: readonly string[] } {
  const notices: Notice[] = []
  const { body } = style.encodeList({ models, ...(next && { next: { token: next } }) }, { onNotice: (notice) => void notices.push(notice) })
  return { body, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

test("OpenAI's style has integers for times, and says which fields it has no place for", () => {
  expect(encode(openaiModels, [{ ...model, displayName: 'Model' }])).toEqual({
    body: {
      object: 'list',
      data: [
        {
          id: 'org/model:7b',
          object: 'model',
          created: 1_760_000_000,
          owned_by: 'openai',
          context_length: 200_000,
          max_model_len: 200_000,
        },
      ],
    },
    notices: ['models/no-such-field /displayName'],
  })
})

test("Anthropic's style has RFC 3339 for times, nulls for what newer SDKs declare, and both ids of the page", () => {
  expect(encode(anthropicModels, [model], 'org/model:7b')).toEqual({
    body: {
      data: [
        {
          type: 'model',
          id: 'org/model:7b',
          display_name: 'org/model:7b',
          created_at: '2025-10-09T08:53:20Z',
          lifecycle: 'active',
          max_input_tokens: 200_000,
          max_tokens: null,
          capabilities: null,
          deprecated_at: null,
          retires_at: null,
          line: null,
        },
      ],
      has_more: true,
      first_id: 'org/model:7b',
      last_id: 'org/model:7b',
    },
    notices: ['models/no-such-field /ownedBy'],
  })
})

test("Google's style has names with a prefix, and methods", () => {
  expect(encode(geminiModels, [{ ...model, operations: ['generate', 'count'] }])).toEqual({
    body: {
      models: [
        {
          name: 'models/org/model:7b',
          displayName: 'org/model:7b',
          inputTokenLimit: 200_000,
          supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
        },
      ],
    },
    notices: ['models/no-such-field /created', 'models/no-such-field /ownedBy'],
  })
})

test('an empty list is a list: no ids, no token, nothing more', () => {
  expect(encode(openaiModels, []).body).toEqual({ object: 'list', data: [] })
  expect(encode(anthropicModels, []).body).toEqual({ data: [], has_more: false, first_id: null, last_id: null })
  expect(encode(geminiModels, []).body).toEqual({ models: [] })
})

test('a date that is not known is the epoch, never today, and is told', () => {
  expect(encode(openaiModels, [{ id: 'a' }])).toEqual({
    body: { object: 'list', data: [{ id: 'a', object: 'model', created: 0, owned_by: 'unknown' }] },
    notices: ['models/unknown-date '],
  })
  expect(encode(anthropicModels, [{ id: 'a' }]).notices).toEqual(['models/unknown-date '])
})

test('what only another style understands is told once for each key, at the first model that has it', () => {
  const { models } = anthropicModels.decodeList(
    anthropicModels.parseList({
      status: 200,
      headers: {},
      body: { data: ['a', 'b'].map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z', line: 'opus' })) },
    }),
  )
  expect(encode(openaiModels, models).notices).toEqual(['models/no-such-field /data/0/display_name', 'models/foreign-field /data/0/line'])
})

test.each([openaiModels, anthropicModels, geminiModels])('$format names the field of a list that is none', (style) => {
  const parse = (body: unknown): unknown => style.parseList({ status: 200, headers: {}, body })
  const [key, id] = style === geminiModels ? ['models', 'name'] : ['data', 'id']
  expect(() => parse({ [key]: [{ [id]: 7 }] })).toThrow(expect.objectContaining({ path: `/${key}/0/${id}`, code: 'wire' }))
  expect(() => parse('a page of HTML')).toThrow(expect.objectContaining({ path: '', code: 'wire' }))
})
