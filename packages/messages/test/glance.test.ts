import { lawGlance } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { isPlainRequest, requestSchema } from '../src/wire/request-schemas.ts'
import { isPlainResponse, responseSchema } from '../src/wire/response-schemas.ts'

test('a glance at a request takes nothing for plain that the schema refuses', () => {
  expect(lawGlance(requestSchema, isPlainRequest, { model: 'm', max_tokens: 5, messages: [] })).toEqual([])
})

test('a glance at an answer takes nothing for plain that the schema refuses', () => {
  expect(lawGlance(responseSchema, isPlainResponse, { content: [{ type: 'text', text: 'x' }] })).toEqual([])
})
