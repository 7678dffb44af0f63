import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createObjectEnd } from '../src/object-end.ts'

const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))

test('an object ends with its last character, however it is cut, and blanks may follow', () => {
  fc.assert(
    fc.property(object, fc.array(fc.nat()), fc.constantFrom('', ' ', '\n\t'), (text, cuts, blanks) => {
      const end = createObjectEnd()
      const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b)
      let from = 0
      for (const place of places) {
        expect(end.push(text.slice(from, place))).toBe(false)
        from = place
      }
      expect(end.push(text.slice(from))).toBe(true)
      expect(end.push(blanks)).toBe(true)
      expect(end.push('x')).toBe(false)
    }),
  )
})

test.each(['[]', '{}{}', 'x{}', '"{}"', '{"a":"}"', '{"a":"\\"}', '{"a":[}', ''])('%s does not end as one object', (text) => {
  expect(createObjectEnd().push(text)).toBe(false)
})
