import type { Usage } from '@interlingua/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pricesSchema } from '../../src/config/service-schema.ts'
import { createPriceTable, formatMicros } from '@interlingua/access'
import { runs } from '../../../../tools/runs.ts'

const table = createPriceTable({
  currency: 'EUR',
  models: [
    { model: 'small-*', channel: 'here', input: 1, output: 2 },
    { model: 'small-*', input: 3, output: 15, cacheRead: 0.3, cacheWrite: { '5m': 3.75, '1h': 6 }, request: 0.01 },
    { model: 'flat', input: 0.075, output: 0.3, cacheWrite: 0.1 },
    { model: 'free', input: 0, output: 0 },
  ],
})

function usageOf(input: Usage['input'], output: Usage['output'] = {}): Usage {
  return { input, output }
}

test.each<[string, Usage, string, number | undefined]>([
  ['input and output have prices of their own', usageOf({ total: 1000, fresh: 1000 }, { total: 100 }), 'small-1', 3000 + 1500 + 10_000],
  ['reasoning is output, and not once more', usageOf({ total: 0, fresh: 0 }, { total: 100, reasoning: 90 }), 'small-1', 1500 + 10_000],
  [
    'what was read from a cache and written to one is not input',
    usageOf({ total: 1000, fresh: 100, cacheRead: 500, cacheWrite: 400 }),
    'small-1',
    300 + 150 + 1500 + 10_000,
  ],
  [
    'what was written costs by its lifetime, and what is told of no lifetime as the shortest',
    usageOf({ fresh: 0, cacheWrite: 400, cacheWriteByTtl: { '5m': 100, '1h': 200 } }),
    'small-1',
    375 + 1200 + 375 + 10_000,
  ],
  ['what tools read is input', usageOf({ total: 30, fresh: 20, toolUse: 10 }), 'small-1', 90 + 10_000],
  ['a total without its parts is input', usageOf({ total: 1000, cacheRead: 400 }), 'small-1', 1800 + 120 + 10_000],
  ['a price of less than a millionth for a token is exact in the sum', usageOf({ fresh: 40 }), 'flat', 3],
  ['halves are rounded up', usageOf({ fresh: 100 }), 'flat', 8],
  ['cache reads without a price cost as input does', usageOf({ fresh: 0, cacheRead: 1000 }), 'flat', 75],
  ['nothing can be free', usageOf({ fresh: 1e9 }, { total: 1e9 }), 'free', 0],
  ['a model without a price has no cost, which is not none', usageOf({ fresh: 1 }), 'other', undefined],
])('%s', (_name, usage, model, micros) => {
  expect(table.costOf(usage, 'there', model)).toBe(micros)
})

test('the first line that fits the model and the channel holds', () => {
  expect(table.costOf(usageOf({ fresh: 1_000_000 }), 'here', 'small-1')).toBe(1_000_000)
  expect(table.costOf(usageOf({ fresh: 1_000_000 }), 'there', 'small-1')).toBe(3_010_000)
  expect(table.currency).toBe('EUR')
  expect(createPriceTable(undefined).costOf(usageOf({ fresh: 1 }), 'here', 'small-1')).toBeUndefined()
})

test('work that is billed beside the answer is in its cost, by the price of its own model; the answer itself is not in it twice', () => {
  const usage: Usage = {
    ...usageOf({ fresh: 1_000_000 }),
    extra: [
      { type: 'message', usage: usageOf({ fresh: 1_000_000 }) },
      { type: 'compaction', usage: usageOf({ fresh: 1_000_000 }) },
      { type: 'advisor_message', model: 'flat', usage: usageOf({ fresh: 1_000_000 }) },
    ],
  }
  expect(table.costOf(usage, 'there', 'small-1')).toBe(3_010_000 + 3_000_000 + 75_000)
})

test('counts that no upstream should tell make no nonsense', () => {
  for (const count of [-5, Number.NaN, 0.4, 1e15, Number.POSITIVE_INFINITY])
    expect(table.costOf(usageOf({ fresh: count }, { total: count }), 'here', 'small-1')).toBe(0)
})

test('costs are exact whatever the prices and counts are, as fractions reckon them', () => {
  const price = fc
    .integer({ min: 0, max: 1_000_000_000_000 })
    .map((units) => Number(`${Math.floor(units / 1e6)}.${String(units % 1e6).padStart(6, '0')}`))
  const count = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(
    fc.property(price, price, price, count, count, count, (input, output, cacheRead, fresh, answered, read) => {
      expect(pricesSchema.safeParse({ models: [{ model: 'm', input, output, cacheRead }] }).success).toBe(true)
      const cost = createPriceTable({ models: [{ model: 'm', input, output, cacheRead }] }).costOf(
        usageOf({ fresh, cacheRead: read }, { total: answered }),
        'c',
        'm',
      )
      const units = (amount: number): bigint => BigInt(amount.toFixed(6).replace('.', ''))
      const exact = BigInt(fresh) * units(input) + BigInt(answered) * units(output) + BigInt(read) * units(cacheRead)
      expect(cost).toBe(Number((exact + 500_000n) / 1_000_000n))
    }),
    runs(2000),
  )
})

test('a price with more than six digits after the point is refused, since sums of it would not be exact', () => {
  const accepts = (input: number): boolean => pricesSchema.safeParse({ models: [{ model: 'm', input, output: 0 }] }).success
  expect([0, 0.075, 0.000001, 1_000_000, 15].map(accepts)).toEqual([true, true, true, true, true])
  expect([0.0000001, 0.1234567, -1, 1_000_001, 1e-7].map(accepts)).toEqual([false, false, false, false, false])
})

test('millionths are spelled with all their digits', () => {
  expect([0, 1, 999_999, 1_000_000, 12_345_678].map(formatMicros)).toEqual(['0.000000', '0.000001', '0.999999', '1.000000', '12.345678'])
})
