import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime, isPrintedTime, parseTime } from '../src/time.ts'

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

test('a text is a printed time if printing its time gives the text', () => {
  const two = (max: number): fc.Arbitrary<string> => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
  const fraction = fc.constantFrom('', '.0', '.000', '.5', '.500', '.050', '.780296', '.000001')
  const zone = fc.constantFrom('Z', '+00:00', '-00:00', '+02:00', '-23:59')
  const years = fc.constantFrom('0000', '0004', '1900', '2000', '2026', '2028', '9999')
  let read = 0
  fc.assert(
    fc.property(years, two(13), two(32), two(24), two(60), two(61), fraction, zone, (year, month, day, hour, minute, second, part, end) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${end}`
      const time = parseTime(text)
      if (time === undefined) return
      read++
      expect([text, isPrintedTime(text, time)]).toEqual([text, formatTime(time) === text])
    }),
    { numRuns: 3_000 },
  )
  expect(read).toBeGreaterThan(1_000)
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
