import type { Json, JsonObject } from '@interlingua/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, hintOf, withRest } from '../src/index.ts'

const wire = fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()), fc.jsonValue() as fc.Arbitrary<Json>)

test('what is not read comes back, to the last key', () => {
  fc.assert(
    fc.property(wire, fc.subarray(['a', 'b']), (object: JsonObject, names) => {
      const read = new Set(names)
      const kept = Object.fromEntries(Object.entries(object).filter(([key, value]) => read.has(key) && value !== null))
      expect(withRest({ ...kept }, boxOf('acme', object, read), 'acme')).toEqual(object)
    }),
  )
})

test('another format gets nothing of it, and what says nothing is no loss', () => {
  const node = boxOf('acme', { x: 1, nothing: null, empty: [] }, new Set())
  expect(withRest({ model: 'm' }, node, 'other')).toEqual({ model: 'm' })
  expect(node.extensions?.['acme']?.rest).toEqual({ x: 1 })
})

test('what was modelled wins over what was kept, and objects are joined', () => {
  const node = boxOf('acme', { usage: { extra: 1, total: 2 } }, new Set())
  expect(withRest({ usage: { total: 3 } }, node, 'acme')).toEqual({ usage: { total: 3, extra: 1 } })
})

test('a hint is found under its name', () => {
  const node = boxOf('acme', {}, new Set(), { single: true })
  expect(hintOf(node, 'acme', 'single')).toBe(true)
  expect(hintOf(node, 'other', 'single')).toBeUndefined()
})
