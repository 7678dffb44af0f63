import fc from 'fast-check'
import { type JsonObject, parseDocument } from '@interlingua/core'
import { expect, test } from 'vitest'
import { lastBoundary } from '../src/answers/passed-stream.ts'
import { locateJsonError } from '../src/body/parse-body.ts'
import { spliceString, unambiguousBytes } from '../src/body/bytes.ts'

test('a renamed model is the only byte that changes', () => {
  const body = '{ "a":{"model":"x"},"b":"\\"model\\\\","mod\\u0065l" : "y" ,"n":1.0,"big":12345678901234567890,"m":["model","q"]}'
  expect(spliceString(Buffer.from(body), ['model'], 'new"x').toString()).toBe(body.replace('"y"', '"new\\"x"'))
})

test('a renamed model reads as the same document with another model, whatever the document', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.json({ depthSize: 'small' })),
      fc.string(),
      fc.string(),
      fc.boolean(),
      (rest, from, to, pretty) => {
        const parsed = Object.fromEntries(Object.entries(rest).map(([key, json]) => [key, JSON.parse(json) as unknown]))
        const document = { ...parsed, model: from, last: parsed }
        const text = JSON.stringify(document, undefined, pretty ? 2 : 0)
        expect(JSON.parse(spliceString(Buffer.from(text), ['model'], to).toString())).toEqual(
          JSON.parse(JSON.stringify({ ...document, model: to })),
        )
      },
    ),
  )
})

test.each([
  ['{"a":1,}', 7],
  ['hello', 0],
  ['{"a":"b', 7],
  ['{"a":01}', 6],
  ['[1,2', 4],
  ['{"a" 1}', 5],
  ['{}x', 2],
  ['{"a":"\\x"}', 6],
  ['{"a":"\n"}', 6],
  ['{"a":tru}', 5],
  ['', 0],
])('an error in %j is found at %i', (text, offset) => {
  expect(locateJsonError(text).offset).toBe(offset)
})

test('an error after a megabyte of text or a hundred thousand brackets is found', () => {
  expect(locateJsonError(`{"a":"${'x'.repeat(1 << 20)}",}`).offset).toBe((1 << 20) + 8)
  expect(locateJsonError('['.repeat(100_000)).offset).toBe(100_000)
})

test('an error is found with its line and column', () => {
  expect(locateJsonError('{\n  "a": 1,\n  b\n}')).toEqual({ offset: 14, line: 3, column: 3 })
})

test.each([
  ['a\n\nb', 3],
  ['a\r\n\r\nb', 5],
  ['a\r\rb', 3],
  ['a\nb', 0],
  ['a\r\nb\r\n', 0],
  ['a\n\nb\n\n', 6],
])('whole events of %j end at %i', (text, end) => {
  expect(lastBoundary(undefined, Buffer.from(text))).toBe(end)
})

test('a blank line that is cut between two reads is found', () => {
  expect(lastBoundary(Buffer.from('data: x\n'), Buffer.from('\ndata: y'))).toBe(1)
  expect(lastBoundary(Buffer.from('data: x\r\n'), Buffer.from('\r\ndata: y'))).toBe(2)
  expect(lastBoundary(Buffer.from('data: x\r\n\r'), Buffer.from('\ndata: y'))).toBe(1)
  expect(lastBoundary(Buffer.from('data: x\r'), Buffer.from('\ndata: y'))).toBe(0)
})

test('a body with a number that no double holds keeps its bytes, all other spellings of numbers among them', () => {
  const bytes = Buffer.from('{"model":"x","temperature":1.0,"seeds":[1e2,0.10,1234567890123456789]}')
  const body = objectOf(bytes)
  expect(unambiguousBytes({ body, bytes })).toBe(bytes)
})

test('a body that repeats a key is written anew, with such a number in it as well', () => {
  const bytes = Buffer.from('{"model":"x","model":"y","zz":1234567890123456789}')
  const body = objectOf(bytes)
  expect(unambiguousBytes({ body, bytes }).toString()).toBe('{"model":"y","zz":1234567890123456789}')
})

function objectOf(bytes: Buffer): JsonObject {
  return parseDocument(bytes.toString()) as JsonObject // the texts above are objects
}
