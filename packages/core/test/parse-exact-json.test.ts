import { isJsonObject, parseDocument } from '@interlingua/core'
import { isRawNumber, parseExactJson, parseExactObject } from '@interlingua/core/adapter'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const document = (text: string): string => JSON.stringify(parseDocument(text))

it.each([
  '{"id":1234567890123456789}',
  '{"content":[{"input":{"price":1.50,"whole":1.0,"zero":-0,"huge":1e400,"small":1E-7}}]}',
  '{"functionResponse":{"response":{"rows":[[1.0],[2,3.10]]}}}',
  '{"input_schema":{"properties":{"seed":{"enum":[12345678901234567890,"12345678901234567890"]}}}}',
  '{"a\\"b":{"\\u00e9":[1,[0.12345678901234567890]]}}'.replace('\\u00e9', 'é'),
  '{"__proto__":{"id":1234567890123456789}}',
  '[1234567890123456789,[-1234567890123456789]]',
])('the document %s comes back as it was', (text) => {
  expect(document(text)).toBe(text)
})

it.each([
  '{"temperature":1.0,"top_p":1e-1}',
  '{"created_at":1700000000.12345678901}',
  '{"logprob":-0.12345678901234567890}',
  '{"input":[{"type":"message","weight":1.50}]}',
  '{"type":"response.completed","response":{"created_at":1.0}}',
  '{"seed":1234567890123456789}',
])('the numbers of %s that a format has itself are numbers', (text) => {
  expect(parseDocument(text)).toEqual(JSON.parse(text))
})

it('a key that comes twice has the value that came last', () => {
  expect(document('{"a":1234567890123456789,"a":2}')).toBe('{"a":2}')
  expect(document('{"a":{"b":1234567890123456789},"a":"x"}')).toBe('{"a":"x"}')
})

it('a text that is no JSON has no value, and an empty text is an empty object of arguments', () => {
  expect(parseDocument('{"a":1.50')).toBeUndefined()
  expect(parseExactJson('')).toBeUndefined()
  expect(parseExactObject('')).toEqual({})
  expect(parseExactObject('1.50')).toBeUndefined()
})

it('a number that is kept as it was spelled is no object', () => {
  const value = parseExactObject('{"id":1234567890123456789}')?.['id']
  expect(isJsonObject(value)).toBe(false)
  expect(isRawNumber(value)).toBe(true)
  expect(isRawNumber(1)).toBe(false)
  expect(isRawNumber({ rawJSON: '1' })).toBe(false)
})

it('every number of arguments comes back as it was spelled, wherever it stands', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }).map((list) => list.join(''))
  const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''))
  const literal = fc
    .tuple(
      fc.constantFrom('', '-'),
      whole,
      fc.option(digits),
      fc.option(
        fc.tuple(
          fc.constantFrom('e', 'E'),
          fc.constantFrom('', '+', '-'),
          digits.map((text) => text.slice(0, 3)),
        ),
      ),
    )
    .map(([sign, int, fraction, power]) => `${sign}${int}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : power.join('')}`)
  const text = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      literal,
      fc.string().map((string) => JSON.stringify(string)),
      fc.constantFrom('null', 'true', '[]', '{}'),
      fc.array(tie('value'), { maxLength: 4 }).map((list) => `[${list.join(',')}]`),
      fc
        .array(tie('value'), { maxLength: 4 })
        .map((list) => `{${list.map((value, index) => `${JSON.stringify(`k"${index}\\`)}:${value}`).join(',')}}`),
    ),
  })).value
  fc.assert(fc.property(text, (json) => JSON.stringify(parseExactObject(`{"a":${json}}`)) === `{"a":${json}}`))
})
