import { expect, test } from 'vitest'
import { formatJson } from '../src/json/format-json.ts'
import { parseJson, readJson, JsonError } from '../src/json/parse-json.ts'
import { sameJsonText } from '../src/json/same-json.ts'

test.each([
  '{"a":1.0,"b":[1e2,0.10,1234567890123456789,-0],"__proto__":{"x":null},"":"\\u2028😀"}',
  '[]',
  '"\u007f"',
  'true',
  '{"a":{"a":{"a":[]}}}',
])('text is read and written without a change: %s', (text) => {
  expect(formatJson(parseJson(text))).toBe(formatJson(parseJson(formatJson(parseJson(text)))))
  expect(sameJsonText(formatJson(parseJson(text)), text)).toBe(true)
})

test('numbers keep their digits', () => {
  expect(formatJson(parseJson('{"a":1.0,"b":1e400,"c":1234567890123456789}'))).toBe('{"a":1.0,"b":1e400,"c":1234567890123456789}')
})

test('keys that come twice are named, at each depth', () => {
  expect(readJson('{"a":1,"b":{"c~/":1,"c~/":2},"a":2}').duplicates).toEqual(['/b/c~0~1', '/a'])
})

test.each(['{"a":1,}', '{', '[1,2', '{"a" 1}', '{}x', '01', '"\n"', "{'a':1}", '', 'nul', '[1 2]', '+1', '.5', '"\\x"'])(
  'no JSON: %j',
  (text) => {
    expect(() => parseJson(text)).toThrow(JsonError)
  },
)

test('nesting is bounded', () => {
  expect(() => parseJson('['.repeat(100_000))).toThrow('nested too deep')
})

test.each([
  ['1.50', '15e-1', true],
  ['1234567890123456789', '1234567890123456788', false],
  ['{"a":1,"b":2}', '{"b":2.0,"a":1}', true],
  ['{"a":1}', '{"a":"1"}', false],
  ['', '{}', true],
  ['[1,2]', '[2,1]', false],
  ['-0', '0', true],
])('%s and %s are the same: %s', (a, b, same) => {
  expect(sameJsonText(a, b)).toBe(same)
})
