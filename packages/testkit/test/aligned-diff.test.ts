import { expect, test } from 'vitest'
import { alignedDiff, canonicalEquivalence } from '../src/index.ts'

const diff = (a: unknown, b: unknown): readonly string[] =>
  alignedDiff(a, b, canonicalEquivalence).map(({ path, kind }) => `${kind} ${path}`)
const text = (value: string): unknown => ({ type: 'text', text: value })

test('what is gone from the middle of a list does not make what follows differ', () => {
  expect(diff([text('a'), text('b'), text('c')], [text('a'), text('c')])).toEqual(['gone /1'])
})

test('what is new in a list stands where it would be', () => {
  expect(diff([text('a'), text('c')], [text('a'), text('b'), text('c')])).toEqual(['new /1'])
})

test('elements of the same kind are compared with each other', () => {
  expect(
    diff(
      [
        { author: 'instruction', n: 1 },
        { author: 'user', n: 2 },
      ],
      [{ author: 'user', n: 3 }],
    ),
  ).toEqual(['gone /0', 'changed /1/n'])
})

test('a missing object is named leaf by leaf, and a missing list element by element', () => {
  expect(diff({ a: { b: 1, c: { d: 2 } } }, {})).toEqual(['gone /a/b', 'gone /a/c/d'])
  expect(diff({}, { list: [1, 2] })).toEqual(['new /list/0', 'new /list/0'])
})

test('what is equal up to the equivalence is not named', () => {
  expect(diff({ at: '/x', toolChoice: { mode: 'auto' }, extensions: { chat: { rest: { a: null } } } }, {})).toEqual([])
})
