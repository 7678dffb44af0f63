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

test('a time that no calendar or clock has is none', () => {
  for (const text of [
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+00:60',
  ])
    expect([text, readTime(text)]).toEqual([text, undefined])
  expect(readTime('2028-02-29T23:59:59Z')).toBe(Date.parse('2028-02-29T23:59:59Z'))
  expect(readTime('2016-12-31T23:59:60Z')).toBe(Date.parse('2017-01-01T00:00:00Z'))
})
