import type { UsageRow } from '@interlingua/console/api'
import { expect, test } from 'vitest'
import { formatBar, periodOf } from '../src/format/periods.ts'
import { budgetOutlook } from '../src/pages/usage/budget-outlook.ts'
import { seriesOf } from '../src/pages/usage/measures.ts'
import { usageCsv } from '../src/pages/usage/usage-csv.ts'

const noon = Date.parse('2026-11-27T12:30:00Z')
const row = (group: string, more: Partial<UsageRow> = {}): UsageRow => ({
  group,
  requests: 1,
  failed: 0,
  input: 10,
  output: 2,
  cacheRead: 0,
  cacheWrite: 0,
  costMicros: 0,
  unpriced: 0,
  failedMicros: 0,
  failedUnpriced: 0,
  estimated: 0,
  estimatedMicros: 0,
  ...more,
})

test('a period begins with a whole day or hour of UTC, and the time before is as long as it has come', () => {
  const week = periodOf('7d', noon)
  expect([week.step, week.bars.length, week.bars[0], week.bars.at(-1)]).toEqual(['day', 7, '2026-11-21', '2026-11-27'])
  expect(week.before).toEqual({ from: Date.parse('2026-11-14T00:00Z'), to: Date.parse('2026-11-20T12:30Z') })
  const day = periodOf('24h', noon)
  expect([day.bars.length, day.bars[0], day.bars.at(-1)]).toEqual([24, '2026-11-26T13:00:00.000Z', '2026-11-27T12:00:00.000Z'])
  expect([formatBar('2026-11-21'), formatBar('2026-11-26T13:00:00.000Z')]).toEqual(['21 Nov', '26 Nov, 13:00'])
})

test('a month is that of the calendar, and no longer than the one before', () => {
  const november = periodOf('month', noon)
  expect([november.bars.length, november.bars[0]]).toEqual([27, '2026-11-01'])
  expect(new Date(november.before.from).toISOString()).toBe('2026-10-01T00:00:00.000Z')
  const march = periodOf('month', Date.parse('2027-03-31T12:00Z'))
  expect(march.before).toEqual({ from: Date.parse('2027-02-01T00:00Z'), to: Date.parse('2027-03-01T00:00Z') })
})

test('the five largest groups have parts of their own, and the others one together', () => {
  const bars = ['2026-11-26', '2026-11-27']
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', ''].map((part, index) => row('2026-11-27', { part, requests: 7 - index }))
  const series = seriesOf(
    [...rows, row('2026-11-26', { part: 'f', requests: 1 }), row('2026-10-01', { part: 'a' })],
    bars,
    'model',
    'requests',
  )
  expect(series.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', '2 others'])
  expect(series.at(-1)?.values).toEqual([1, 3])
  expect(series[0]?.values).toEqual([0, 7])
  expect(seriesOf([row('2026-11-27', { part: '', costMicros: 1 })], bars, 'client', 'cost')[0]?.name).toBe('(client not known)')
})

test('a budget tells when it is spent, at the pace so far', () => {
  const at = Date.parse('2026-11-11T00:00:00Z')
  const budget = { micros: 30_000_000, spentMicros: 20_000_000, period: 'month' } as const
  expect(budgetOutlook(budget, at)).toBe('20 d 0 h left of this month; at this pace spent on 16 Nov, 00:00 UTC')
  expect(budgetOutlook({ ...budget, spentMicros: 1_000_000 }, at)).toBe('20 d 0 h left of this month')
  expect(budgetOutlook({ ...budget, spentMicros: 0 }, at)).toBe('20 d 0 h left of this month')
  expect(budgetOutlook({ ...budget, spentMicros: 30_000_000, period: 'day' }, noon)).toBe('spent: begins anew in 11 h 30 min')
  expect(budgetOutlook({ ...budget, period: 'total' }, noon)).toBe('does not begin anew')
})

test('a file of sums has the ids and names of keys, and no formula', () => {
  const rows = [row('key_1', { name: '=cmd()', costMicros: 5, failedMicros: 3, estimated: 1, estimatedMicros: 4 })]
  expect(usageCsv(rows, 'key').split('\r\n')).toEqual([
    'key,name,requests,failed,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,cost_micros,unpriced_requests,failed_attempts_micros,estimated_requests,estimated_micros',
    "key_1,'=cmd(),1,0,10,0,0,2,5,0,3,1,4",
    '',
  ])
  expect(usageCsv(rows, 'model')).toContain('\r\nkey_1,1,0,')
})
