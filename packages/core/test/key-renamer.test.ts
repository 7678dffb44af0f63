import { createKeyRenamer, createReversals, renameKeys } from '@interlingua/core/adapter'
import { createArgumentKeys } from '@interlingua/core/lower'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const names = new Map([
  ['filter_id_', 'filter[id]'],
  ['_top', '$top'],
  ['a', 'ä"\\'],
])

test('keys of the root are renamed, and nothing else is touched', () => {
  const text = '{ "filter_id_" : 1.50, "x": {"_top": ["_top", {"a": 1}]},"_top":"a,\\"_top\\":1", "a":12345678901234567890}'
  expect(renameKeys(text, names)).toBe(
    '{ "filter[id]" : 1.50, "x": {"_top": ["_top", {"a": 1}]},"$top":"a,\\"_top\\":1", "ä\\"\\\\":12345678901234567890}',
  )
})

test.each(['', '"_top"', '["_top","a"]', '_top', '{"_top', '{"_top\\', '}}{"x"', '[{"_top":1}]', '{"a\\q":1}', 'null'])(
  'what is no object, or none yet, passes: %s',
  (text) => {
    expect(renameKeys(text, names)).toBe(text)
  },
)

test('an escaped key is the same key, a long one is not held back', () => {
  expect(renameKeys('{"\\u0061":1,"\\u005ftop":2}', names)).toBe('{"ä\\"\\\\":1,"$top":2}')
  const renamer = createKeyRenamer(names)
  const begun = `{"${'k'.repeat(200)}`
  expect(renamer.push(begun)).toBe(begun)
  expect(renamer.push('":1,"_top":2}')).toBe('":1,"$top":2}')
})

test('however the text is cut, it comes out as if it were whole; back again it is what it was', () => {
  const key = fc.constantFrom('filter[id]', '$top', 'ä"\\', 'plain', '')
  const back = new Map([...names].map(([wire, own]) => [own, wire]))
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 3 })), fc.array(fc.nat(400)), fc.boolean(), (value, cuts, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 1 : 0)
      const wire = renameKeys(text, back)
      for (const own of back.keys()) expect(Object.keys(JSON.parse(wire) as object)).not.toContain(own)
      const renamer = createKeyRenamer(names)
      let out = ''
      let from = 0
      for (const cut of [...new Set(cuts)].sort((a, b) => a - b)) {
        out += renamer.push(wire.slice(from, cut))
        from = Math.min(cut, wire.length)
      }
      out += renamer.push(wire.slice(from)) + renamer.end()
      expect(out).toBe(text)
    }),
  )
})

test('names of arguments go out changed and are noted for the way back', () => {
  const reversals = createReversals()
  const keys = createArgumentKeys(reversals)
  keys.note('other', new Map())
  expect(reversals.argumentKeys).toBeUndefined()
  keys.note('list', new Map([['$top', '_top']]))
  expect(keys.encode('list', '{"$top":1}')).toBe('{"_top":1}')
  expect(keys.encode('other', '{"$top":1}')).toBe('{"$top":1}')
  expect(reversals.argumentKeys).toEqual(new Map([['list', new Map([['_top', '$top']])]]))
})
