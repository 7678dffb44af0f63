import { expect, test } from 'vitest'
import { canonicalEquivalence, covers, diff } from '../src/index.ts'

test('equal documents have no difference, whatever the order of their keys', () => {
  expect(diff({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual([])
})

test('each difference is named by its pointer', () => {
  expect(diff({ a: { 'x/y': 1 }, b: [1, 2], c: 1 }, { a: { 'x/y': 2 }, b: [1], d: 1 })).toEqual(['/a/x~1y', '/b/1', '/c', '/d'])
})

test('null, absent and empty are different', () => {
  expect(diff({ a: null }, {})).toEqual(['/a'])
  expect(diff({ a: [] }, { a: {} })).toEqual(['/a'])
})

test('the spacing of argument text does not matter, its value does', () => {
  expect(diff({ arguments: '{"a": 1.0}' }, { arguments: '{"a":1}' })).toEqual([])
  expect(diff({ arguments: '' }, { arguments: '{}' })).toEqual([])
  expect(diff({ arguments: '{"a":1}' }, { arguments: '{"a":2}' })).toEqual(['/arguments/a'])
  expect(diff({ arguments: '{"a' }, { arguments: '{"a":2}' })).toEqual(['/arguments'])
})

test('canonical values ignore where a node stood and how it was spelled, and nothing else', () => {
  const plain = { type: 'text', text: 'a' }
  expect(diff(plain, { ...plain, at: '/x', extensions: { chat: { hint: { content: 'string' } } } }, canonicalEquivalence)).toEqual([])
  expect(diff(plain, { ...plain, extensions: { chat: { rest: { name: 'b' } } } }, canonicalEquivalence)).toEqual(['/extensions'])
})

test('a key named __proto__ is compared like any other', () => {
  expect(diff(JSON.parse('{"__proto__": 1}'), {})).toEqual(['/__proto__'])
})

test('a notice covers what lies at, above or under it, and the root covers only itself', () => {
  expect(covers([{ path: '/a/b' }], '/a/b')).toBe(true)
  expect(covers([{ path: '/a' }], '/a/b')).toBe(true)
  expect(covers([{ path: '/a/b/c' }], '/a/b')).toBe(true)
  expect(covers([{ path: '/a/bc' }], '/a/b')).toBe(false)
  expect(covers([{ path: '' }], '/a')).toBe(false)
})

test('a count of 0 in a table of counts says nothing', () => {
  expect(diff({ requests: { 'web-search': 0 } }, {}, canonicalEquivalence)).toEqual([])
  expect(diff({ requests: { 'web-search': 1 } }, {}, canonicalEquivalence)).toEqual(['/requests'])
})
