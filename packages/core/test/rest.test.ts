import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '@interlingua/core'
import { mergeRest, putOwn } from '@interlingua/core/adapter'

const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string())
const object = fc.dictionary(key, fc.jsonValue() as fc.Arbitrary<Json>) // JSON is what it makes

test('any key is own data', () => {
  fc.assert(
    fc.property(key, fc.integer(), (name, value) => {
      const target: Record<string, Json> = {}
      putOwn(target, name, value)
      putOwn(target, name, [value])
      expect([Object.entries(target), Object.getPrototypeOf(target)]).toEqual([[[name, [value]]], Object.prototype])
    }),
  )
})

test('what is there wins, objects are joined at every depth, and nothing that was there is changed', () => {
  const inner: JsonObject = { total: 3, details: { cached: 1 } }
  const target: Record<string, Json> = { usage: inner, list: [1], none: null }
  mergeRest(target, { usage: { total: 2, extra: 1, details: { cached: 9, audio: 0 } }, list: [2], none: {}, more: true })
  expect(target).toEqual({ usage: { total: 3, extra: 1, details: { cached: 1, audio: 0 } }, list: [1], none: null, more: true })
  expect(Object.keys(target)).toEqual(['usage', 'list', 'none', 'more'])
  expect(inner).toEqual({ total: 3, details: { cached: 1 } })
})

test('every key arrives, and those that were there are as they were', () => {
  fc.assert(
    fc.property(object, object, (target, rest) => {
      const merged = { ...target }
      mergeRest(merged, rest)
      expect(new Set(Object.keys(merged))).toEqual(new Set([...Object.keys(target), ...Object.keys(rest)]))
      const again = { ...merged }
      mergeRest(again, rest)
      expect(again).toEqual(merged)
      const alone: Record<string, Json> = {}
      mergeRest(alone, rest)
      expect(alone).toEqual(rest)
    }),
  )
})
