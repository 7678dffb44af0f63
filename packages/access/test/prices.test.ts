import { expect, test } from 'vitest'
import { createPriceTable } from '../src/index.ts'

const prices = createPriceTable({ models: [{ model: 'm', input: 2, output: 10, cacheRead: 1, cacheWrite: 4 }] })

test('each token costs once: those of a cache are taken from a total that has no count of the fresh ones', () => {
  const input = { total: 1_000_000, cacheRead: 300_000, cacheWrite: 400_000 }
  const micros = 300_000 * 2 + 300_000 * 1 + 400_000 * 4 + 100_000 * 10
  expect(prices.costOf({ input, output: { total: 100_000 } }, 'c', 'm')).toBe(micros)
  expect(prices.costOf({ input: { ...input, fresh: 300_000 }, output: { total: 100_000 } }, 'c', 'm')).toBe(micros)
})

test('a model without a line has no price', () => {
  expect(prices.costOf({ input: { total: 1 }, output: { total: 1 } }, 'c', 'other')).toBeUndefined()
})
