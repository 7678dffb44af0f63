import { losesDigits } from '@interlingua/core/adapter'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it.each([
  ['{"id":12345678901234567}', true],
  ['{"id":-9007199254740993}', true],
  ['[1,{"deep":[18446744073709551615]}]', true],
  ['{"id":9007199254740991}', false],
  ['{"id":"12345678901234567"}', false],
  ['{"12345678901234567":1}', false],
  ['{"a \\" quote":"12345678901234567","b":1}', false],
  ['{"x":0.12345678901234567}', false],
  ['{}', false],
])('whether reading %s rounds an integer: %s', (json, rounds) => {
  expect(losesDigits(json)).toBe(rounds)
})

it('no text that JSON.stringify printed loses a digit', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => !losesDigits(JSON.stringify(value))))
  fc.assert(fc.property(fc.bigInt(2n ** 53n, 2n ** 64n), (id) => losesDigits(`{"id":${id}}`) === (String(Number(id)) !== String(id))))
})

it('a run of digits is found wherever it stands', () => {
  for (let before = 0; before < 40; before++) {
    const shift = ' '.repeat(before)
    expect(losesDigits(`${shift}{"id":9007199254740993}`)).toBe(true)
    expect(losesDigits(`${shift}{"few":[123456789012345,123456789012345],"id":-12345678901234567}`)).toBe(true)
    expect(losesDigits(`${shift}{"few":[123456789012345,123456789012345,123456789012345]}`)).toBe(false)
  }
  expect(losesDigits('9007199254740993')).toBe(true)
})
