import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteOffsets } from '../src/byte-offsets.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ü', '水', '🏔', '\n', 'é', '👩'), maxLength: 40 })
const utf8 = new TextEncoder()

test('units and bytes of any place in any text, in any pieces, are those of UTF-8', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 5 }), (whole, size) => {
      const offsets = createByteOffsets()
      // Cuts within a surrogate pair, too.
      for (let i = 0; i < whole.length; i += size + 1) offsets.add(whole.slice(i, i + size + 1))
      expect([offsets.units(), offsets.bytes()]).toEqual([whole.length, utf8.encode(whole).length])
      let unit = 0
      for (const character of whole) {
        const byte = utf8.encode(whole.slice(0, unit)).length
        expect(offsets.byteAt(unit)).toBe(byte)
        expect(offsets.unitAt(byte)).toBe(unit)
        unit += character.length
      }
    }),
  )
})
