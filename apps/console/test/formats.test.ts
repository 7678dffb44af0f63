import type { Overview } from '@interlingua/console/api'
import { expect, test } from 'vitest'
import { formatMillis, formatMoney, formatShare } from '../src/format/numbers.ts'
import { formatDistance, formatSpan } from '../src/format/times.ts'
import { healthSentence } from '../src/pages/home/health-sentence.ts'

test.each([
  [0, '$0.00'],
  [21_000, '$0.02'],
  [2_100, '$0.0021'],
  [7, '$0.000007'],
  [4_120_000_000, '$4,120.00'],
])('%i millionths are %s', (micros, shown) => {
  expect(formatMoney(micros, 'USD')).toBe(shown)
})

test('a currency that no standard knows is named', () => {
  expect(formatMoney(1_500_000, 'credits')).toBe('1.50 credits')
})

test('spans, shares and durations have units', () => {
  expect([formatSpan(3 * 86_400_000 + 4 * 3_600_000), formatSpan(59_000), formatShare(0.008)]).toEqual(['3 d 4 h', '59 s', '0.8\u00A0%'])
  expect([410, 3100, 60_000, 600_000].map(formatMillis)).toEqual(['410\u00A0ms', '3.1\u00A0s', '60\u00A0s', '10\u00A0min'])
  expect([formatDistance(0, 120_000), formatDistance(200_000_000, 0), formatDistance(0, 1)]).toEqual([
    '2\u00A0min ago',
    'in 2\u00A0d',
    'now',
  ])
})

const overview: Overview = {
  ready: true,
  reasons: [],
  version: '1',
  startedAt: '2026-11-27T12:00:00Z',
  demo: false,
  store: 'sqlite',
  recording: false,
  currency: 'USD',
  last15: { requests: 0, errors: 0, firstByte: {}, costMicros: 0, series: [] },
  costTodayMicros: 0,
  unpricedToday: 0,
  channels: [
    { name: 'a', format: 'chat', state: 'closed', openForMs: 0, requests: 0, failed: 0 },
    { name: 'b', format: 'chat', state: 'closed', openForMs: 0, requests: 0, failed: 0 },
  ],
  steps: [],
  lately: [],
}
const [first, second] = overview.channels

test('the sentence is the whole truth', () => {
  expect(healthSentence(overview)).toMatchObject({ level: 'ok', text: 'Working. All 2 channels are healthy.' })
  const ill = { ...overview, channels: [first, { ...second, state: 'open' }] } as Overview // both are above
  expect(healthSentence(ill)).toMatchObject({ level: 'warn', text: 'Working, but 1 of 2 channels is left alone after failures.' })
  const failing = { ...overview, last15: { ...overview.last15, requests: 10, errors: 8 } }
  expect(healthSentence(failing)).toMatchObject({ level: 'warn', text: 'Working, but 80\u00A0% of the requests failed.' })
  const gone = healthSentence({ ...overview, ready: false, reasons: ['the store cannot be reached', 'a new reason'] })
  expect(gone).toMatchObject({ level: 'bad', text: 'Cannot serve.' })
  expect(gone.reasons.map(({ remedy }) => remedy)).toEqual([
    expect.stringContaining('disk or the database'),
    expect.stringContaining('log'),
  ])
  const empty = healthSentence({ ...overview, ready: false, reasons: ['no channel can be used'], channels: [] })
  expect(empty.reasons[0]?.remedy).toContain('There is no channel')
})
