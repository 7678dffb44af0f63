import { lawFastCheck } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { isPlainRequest, wireRequestSchema } from '../src/wire/request.ts'
import { isPlainResponse, wireResponseSchema } from '../src/wire/response.ts'

test('a fast check at a request takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(wireRequestSchema, isPlainRequest, { model: 'm' })).toEqual([])
})

test('a fast check at an answer takes nothing for plain that the schema refuses', () => {
  expect(lawFastCheck(wireResponseSchema, isPlainResponse, { id: 'x' })).toEqual([])
})
