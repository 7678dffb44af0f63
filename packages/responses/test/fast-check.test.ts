import { lawFastCheck } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { isPlainRequest, requestSchema } from '../src/wire/request-schemas.ts'
import { isPlainResponse, responseSchema } from '../src/wire/response-schemas.ts'

test('a fast check at a request takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(requestSchema, isPlainRequest, { model: 'm', stream: true, temperature: 1 })).toEqual([])
})

test('a fast check at an answer takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(responseSchema, isPlainResponse, { id: 'r', model: 'm', status: 'completed', created_at: 1 })).toEqual([])
})
