import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointer } from '@interlingua/core'

const read = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

it('escapes as RFC 6901 demands', () => {
  expect(pointer('', 'a/b', 'm~n', '~1', '', 0)).toBe('/a~1b/m~0n/~01//0')
  expect(pointer('/messages', 3, 'content')).toBe('/messages/3/content')
  expect(pointer('')).toBe('')
})

it('can be read back, whatever the keys', () => {
  const key = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }))
  fc.assert(
    fc.property(fc.array(fc.oneof(key, fc.nat())), fc.array(key), (base, rest) => {
      expect(read(pointer(pointer('', ...base), ...rest))).toEqual([...base, ...rest].map(String))
    }),
  )
})
