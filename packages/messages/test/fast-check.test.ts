import { lawFastCheck } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { functionToolSchema, isPlainRequest, isPlainTool, requestSchema } from '../src/wire/request-schemas.ts'
import { isPlainResponse, responseSchema } from '../src/wire/response-schemas.ts'

test('a fast check at a request takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(requestSchema, isPlainRequest, { model: 'm', max_tokens: 5, messages: [] })).toEqual([])
})

test('a fast check at a tool takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(functionToolSchema, isPlainTool, { name: 'read_file', input_schema: { type: 'object' } })).toEqual([])
})

test('a fast check at an answer takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(responseSchema, isPlainResponse, { content: [{ type: 'text', text: 'x' }] })).toEqual([])
})
