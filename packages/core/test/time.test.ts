import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime, parseTime } from '../src/time.ts'

test('any time is read and printed as a platform would', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      expect(parseTime(date.toISOString())).toBe(date.getTime())
      expect(parseTime(formatTime(date.getTime()))).toBe(date.getTime())
    }),
  )
})

test('offsets and fractions of any length are read', () => {
  expect(parseTime('2026-05-19T14:59:42.780296Z')).toBe(Date.parse('2026-05-19T14:59:42.780Z'))
  expect(parseTime('2026-05-19T16:59:42+02:00')).toBe(Date.parse('2026-05-19T14:59:42Z'))
  expect(parseTime('yesterday')).toBeUndefined()
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
    expect([text, parseTime(text)]).toEqual([text, undefined])
  expect(parseTime('2028-02-29T23:59:59Z')).toBe(Date.parse('2028-02-29T23:59:59Z'))
  expect(parseTime('2016-12-31T23:59:60Z')).toBe(Date.parse('2017-01-01T00:00:00Z'))
})

test('a number that no calendar has is printed as the nearest time, and never throws', () => {
  for (const [number, text] of [
    [0, '1970-01-01T00:00:00Z'],
    [1e300, '9999-12-31T23:59:59.999Z'],
    [Infinity, '9999-12-31T23:59:59.999Z'],
    [-1e300, '0000-01-01T00:00:00Z'],
  ] as const)
    expect(formatTime(number)).toBe(text)
})
