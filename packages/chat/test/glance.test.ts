import { lawGlance } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { isPlainRequest, wireRequestSchema } from '../src/wire/request.ts'
import { isPlainResponse, wireResponseSchema } from '../src/wire/response.ts'

test('a glance at a request takes nothing for plain that the schema refuses', () => {
  expect(lawGlance(wireRequestSchema, isPlainRequest, { model: 'm' })).toEqual([])
})

test('a glance at an answer takes nothing for plain that the schema refuses', () => {
  expect(lawGlance(wireResponseSchema, isPlainResponse, { id: 'x' })).toEqual([])
})
