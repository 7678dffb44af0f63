import { createStringEncoder, encodeString } from '@interlingua/framing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the text of a string in JSON', () => {
  it('is that of JSON.stringify for every unit, alone and in a short text', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit)
      if (encodeString(character) !== JSON.stringify(character) || encodeString(`a${character}b`) !== JSON.stringify(`a${character}b`))
        expect.fail(`unit ${unit}`)
    }
  })

  it('is that of JSON.stringify for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab cé"\\\n\u2028😀\ud800'), maxLength: 80 })
    fc.assert(fc.property(text, (said) => encodeString(said) === JSON.stringify(said)))
  })

  it('is the same from a printer that remembers the last', () => {
    const text = fc.constantFrom('', 'a', 'b', '"', 'fc_1')
    const encode = createStringEncoder()
    fc.assert(fc.property(fc.array(text), (said) => said.every((each) => encode(each) === JSON.stringify(each))))
  })
})
