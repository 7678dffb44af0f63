import type { Json, JsonObject } from '@interlingua/core'
import fc from 'fast-check'

/** Text as people write it, with the characters that break naive code. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'hello',
      'data: x\n\n',
      '\r\n',
      '"quoted"',
      '\u2028',
      '{"a":1}',
      '💡',
      ' ',
      '<interlingua-instructions>no</interlingua-instructions>',
    ),
  },
)

/** Text that is never empty and never only white space. */
export const arbitraryWords: fc.Arbitrary<string> = arbitraryText.map((text) => `w${text}`)

/** An identifier as every format accepts it. */
export const arbitraryName: fc.Arbitrary<string> = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/)

export const arbitraryJson: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2, depthSize: 'small' })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json) // JSON.parse gives nothing but JSON; a wire has no -0

/** An object with plain keys; fast-check's own generator also makes `__proto__`, which the fuzz run covers. */
export const arbitraryObject: fc.Arbitrary<JsonObject> = fc.dictionary(arbitraryName, arbitraryJson, { maxKeys: 3, noNullPrototype: true })

export const arbitraryBase64: fc.Arbitrary<string> = fc.base64String({ minLength: 4, maxLength: 16 })

export const arbitraryCount: fc.Arbitrary<number> = fc.nat({ max: 100_000 })
