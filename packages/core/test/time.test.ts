import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printTime, readTime } from '../src/time.ts'

test('any time is read and printed as a platform would', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      expect(readTime(date.toISOString())).toBe(date.getTime())
      expect(readTime(printTime(date.getTime()))).toBe(date.getTime())
    }),
  )
})

test('offsets and fractions of any length are read', () => {
  expect(readTime('2026-05-19T14:59:42.780296Z')).toBe(Date.parse('2026-05-19T14:59:42.780Z'))
  expect(readTime('2026-05-19T16:59:42+02:00')).toBe(Date.parse('2026-05-19T14:59:42Z'))
  expect(readTime('yesterday')).toBeUndefined()
})
