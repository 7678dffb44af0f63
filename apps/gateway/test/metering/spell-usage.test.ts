import { expect, test } from 'vitest'
import { formatUsage } from '../../src/cli/format-usage.ts'

const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }
const row = (group: string) => ({ group, requests: 2, failed: 1, tokens, cost: '0' })
const report = { object: 'list', currency: 'USD', data: [row('gpt-5'), row('')] } as const

test('requests without a model are named so, and only the sum over all is called all', () => {
  expect(formatUsage(report, 'model')).toContain('(no model)')
  expect(formatUsage(report, 'model')).not.toMatch(/^all /m)
  expect(formatUsage({ ...report, data: [row('')] }, 'all')).toMatch(/^all /m)
})

test('a price that is not known is unknown, and never 0', () => {
  const { cost: _, ...unknown } = row('a')
  const report = {
    object: 'list',
    currency: 'USD',
    data: [
      { ...unknown, unpriced: 2 },
      { ...row('b'), cost: '0.100000', unpriced: 1 },
    ],
  } as const
  expect(formatUsage(report, 'model')).toMatch(/unknown\n.*0\.100000\+\n/)
})

test('what failed attempts cost is told below the sums, and the estimated share of the cost and of the requests', () => {
  const sums = {
    ...report,
    data: [
      { ...row('a'), cost: '3.000000', failedCost: '0.900000', failedUnpriced: 2, estimated: 1, estimatedCost: '0.750000' },
      { ...row('b'), cost: '0.000000' },
    ],
  }
  expect(formatUsage(sums, 'model')).toMatch(
    /\nSpent on failed attempts: 0\.900000 USD, and something without a price in 2 requests\nEstimated: 25\.0% of the cost, 25\.0% of the requests\n$/,
  )
  expect(formatUsage({ ...report, data: [{ ...row('a'), estimated: 1 }] }, 'model')).toMatch(/\nEstimated: 50\.0% of the requests\n$/)
  expect(formatUsage(report, 'model')).not.toMatch(/Spent|Estimated/)
})
