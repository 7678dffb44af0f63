import { expect, it } from 'vitest'
import { isJsonObject, parseJson } from '@interlingua/core'
import { parseJsonObject } from '@interlingua/core/adapter'

it('pitfall 27: empty arguments are an empty object, and what is no object is not made one', () => {
  expect(parseJsonObject('')).toEqual({})
  expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['[]', '1', '"x"', 'null', 'true', '{"a":', ' ', '{}{}']) expect(parseJsonObject(text)).toBeUndefined()
})

it('pitfall 15: a text is JSON only when it is whole', () => {
  expect(parseJson('{"a":[1,2.50]}')).toEqual({ a: [1, 2.5] })
  expect(parseJson('null')).toBeNull()
  const text = '{"city":"Paris","days":[1,2]}'
  for (let length = 0; length < text.length; length += 1) expect(parseJson(text.slice(0, length))).toBeUndefined()
})

it('keeps __proto__ a key like any other', () => {
  const value = parseJsonObject('{"__proto__":{"polluted":true}}')
  expect(Object.keys(value ?? {})).toEqual(['__proto__'])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

it('knows objects from what else JSON holds', () => {
  expect([{}, { a: 1 }].every(isJsonObject)).toBe(true)
  expect([null, undefined, [], 'x', 1, true].some(isJsonObject)).toBe(false)
})
