import { parseJson, type JsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRepeatEncoder } from '../src/index.ts'

const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(0, -0, 1, 1e21, NaN, true, null, 'a"\n\u2028\ud800'))
const ended = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '1'), scalar), { maxLength: 2 }), scalar, fc.integer({ min: 0, max: 5 }))
  .map(([members, end, depth]) => {
    let value: unknown = end
    for (let i = 0; i < depth + 1; i++) value = Object.fromEntries([...members, ['z', value] as const])
    return value as JsonObject // an object of JSON values
  })

test('objects are printed as JSON.stringify prints them, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(ended, fc.dictionary(fc.constantFrom('a', 'z'), fc.jsonValue()))), (values) => {
      const encode = createRepeatEncoder()
      for (const value of values as readonly JsonObject[]) {
        expect(encode(value)).toBe(JSON.stringify(value))
        expect(encode(value)).toBe(JSON.stringify(value))
      }
    }),
  )
})

test('a number that keeps its spelling is no text, and absent members stay absent', () => {
  const encode = createRepeatEncoder()
  for (const text of ['{"a":1,"d":{"t":"x"}}', '{"a":1,"d":{"t":1.50}}', '{"a":1.50,"d":{"t":"y"}}', '{"a":1,"d":1.50}'])
    expect(encode(parseExactJson(text) as JsonObject)).toBe(text)
  const value = { a: undefined, d: { t: 'x' } } as unknown as JsonObject // an object that a caller left a member out of
  expect([encode(value), encode(value)]).toEqual(['{"d":{"t":"x"}}', '{"d":{"t":"x"}}'])
})

test('a delta is printed around its text', () => {
  const encode = createRepeatEncoder()
  const texts = ['Hello', ' "there"', '\u0000', '', 'é'.repeat(100)]
  for (const text of texts) {
    const printed = encode({ index: 0, delta: { type: 'text', text } })
    expect(parseJson(printed)).toEqual({ index: 0, delta: { type: 'text', text } })
  }
})
