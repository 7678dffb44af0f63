import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathSegment, readSegment } from '../src/adapter-author.ts'

test('a segment is one, whatever it says', () => {
  expect(['a/b?c#d', '..%2f', 'é\udc00'].map(pathSegment)).toEqual(['a%2Fb%3Fc%23d', '..%252f', '%C3%A9%EF%BF%BD'])
})

test('what was printed is read again, but for halves of characters; what was not printed so stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readSegment(pathSegment(text))).toBe(text.toWellFormed())
    }),
  )
  expect(['100%', '%zz', '%c3', 'a b'].map(readSegment)).toEqual(['100%', '%zz', '%c3', 'a b'])
})
