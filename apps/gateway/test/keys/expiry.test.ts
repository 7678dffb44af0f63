import { expect, test } from 'vitest'
import { readBudget, readExpiry } from '../../src/cli/arguments.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['12h', '2026-11-22T00:00:00.000Z'],
  ['30d', '2026-12-21T12:00:00.000Z'],
  ['4w', '2026-12-19T12:00:00.000Z'],
  ['2026-12-24', '2026-12-24T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-24T18:30', '2026-12-24T18:30:00.000Z'],
  ['2026-12-24T18:30:15Z', '2026-12-24T18:30:15.000Z'],
  ['2026-12-24T18:30:15.250+02:00', '2026-12-24T16:30:15.250Z'],
])('--expires %s is %s', (text, time) => {
  expect(new Date(readExpiry(text, now)).toISOString()).toBe(time)
})

test.each([
  '',
  '30',
  'd',
  '30 d',
  '1y',
  '2026-11-20',
  '2026-11-21T11:59:59Z',
  '2027-02-29',
  '2026-13-01',
  '24.12.2026',
  '2026-12-24 18:30',
])('--expires %j is refused', (text) => {
  expect(() => readExpiry(text, now)).toThrow(/must be/)
})

test.each([
  ['10/day', 10_000_000, 'day'],
  ['10.00/month', 10_000_000, 'month'],
  ['0.1/total', 100_000, 'total'],
  ['0.000001/day', 1, 'day'],
  ['1234.56789/month', 1_234_567_890, 'month'],
])('--budget %s is %i millionths a %s', (text, micros, period) => {
  expect(readBudget(text)).toEqual({ micros, period })
})
