import { expect, test } from 'vitest'
import { defaultLimits, defaultPolicy, isRetryable, parseRetryAfter, type Context, type FailureCode } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'

test('a status says what it means, and one that means no more than its hundred says nothing', () => {
  const said = [400, 404, 412, 429, 498, 499, 503, 504, 529].map((status) => [status, codeFromStatus(status)])
  expect(said).toEqual([
    [400, 'invalid-request'],
    [404, 'not-found'],
    [412, 'precondition'],
    [429, 'rate-limit'],
    [498, 'overloaded'],
    [499, 'cancelled'],
    [503, 'overloaded'],
    [504, 'timeout'],
    [529, 'overloaded'],
  ])
  for (const status of [0, 200, 418, 500, 502, Number.NaN]) expect([status, codeFromStatus(status)]).toEqual([status, undefined])
})

test('what time may mend is worth another call', () => {
  const mended: readonly FailureCode[] = [
    'rate-limit',
    'overloaded',
    'server',
    'timeout',
    'truncated-stream',
    'limit',
    'malformed-upstream',
  ]
  const lasting: readonly FailureCode[] = ['invalid-request', 'context-length', 'billing', 'conflict', 'policy', 'cancelled', 'unsupported']
  expect(mended.filter((code) => !isRetryable(code))).toEqual([])
  expect(lasting.filter(isRetryable)).toEqual([])
})

const now = Date.UTC(2026, 10, 21, 12)
const context: Context = {
  onNotice: () => undefined,
  newId: (prefix) => prefix,
  now: () => now,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}

test.each<[string, Readonly<Record<string, string>>, number | undefined]>([
  ['milliseconds before seconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
  ['no part of a millisecond too early', { 'retry-after-ms': '1500.2' }, 1501],
  ['seconds', { 'retry-after': '2' }, 2000],
  ['parts of a second', { 'retry-after': '0.0001' }, 1],
  ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
  ['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
  ['milliseconds that are none', { 'retry-after-ms': '', 'retry-after': '3' }, 3000],
  ['a date of the older forms', { 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' }, 30_000],
  ['a date of JSON', { 'retry-after': '2026-11-21T12:00:30Z' }, 30_000],
  ['a word with a number', { 'retry-after': 'soon 5' }, undefined],
  ['a comma in a number', { 'retry-after': '1,5' }, undefined],
  ['a word', { 'retry-after': 'soon' }, undefined],
  ['blank', { 'retry-after': ' ' }, undefined],
  ['a negative number, which is no year', { 'retry-after': '-1' }, undefined],
  ['no end', { 'retry-after': 'Infinity', 'retry-after-ms': 'Infinity' }, undefined],
  ['more seconds than there are milliseconds', { 'retry-after': '1e308' }, undefined],
  ['nothing', {}, undefined],
])('the time to wait: %s', (_name, headers, wait) => {
  expect(parseRetryAfter(headers, context)).toBe(wait)
})
