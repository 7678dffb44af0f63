import { expect, test } from 'vitest'
import { createSpending } from '../../src/limits/create-spending.ts'
import { openMemoryCounters } from '../../src/limits/open-memory-counters.ts'
import { issueKey } from '../../src/keys/issue-key.ts'
import type { UsageRecord } from '../../src/metering/usage-record.ts'
import { openStore } from '../../src/store/open-store.ts'
import { waitFor } from '../wait-for.ts'

const { key } = issueKey({ name: 'spender' }, 0)
const budget = { micros: 10_000, period: 'month' } as const
const november = Date.UTC(2026, 10, 21)
const december = Date.UTC(2026, 11, 1)

let ids = 0
const recordOf = (at: number, costMicros: number): UsageRecord => ({
  id: `req_${++ids}`,
  at,
  key: key.id,
  operation: 'generate',
  model: 'm',
  format: 'chat',
  stream: false,
  status: 200,
  outcome: 'ok',
  attempts: 1,
  tokens: {},
  estimated: false,
  costMicros,
  millis: 1,
  notices: [],
})

const rest = (): Promise<unknown> => new Promise((done) => setTimeout(done, 4_100))

test('what was spent is the sum of the records of the period, and what is charged since', async () => {
  const store = await openStore({})
  await store.usage.add([recordOf(november - 86_400_000 * 40, 7_000), recordOf(november, 500), recordOf(november, 20)])
  const spending = createSpending(openMemoryCounters().spending, store)
  expect(await Promise.all([spending.of(key, budget, november), spending.of(key, budget, november)])).toEqual([520, 520])
  spending.charge(key, budget, 30, november)
  expect(await spending.of(key, budget, november)).toBe(550)
  expect(await spending.of(key, { ...budget, period: 'total' }, november)).toBe(7_520)
  expect(await spending.of(key, { ...budget, period: 'day' }, november + 86_400_000)).toBe(0)
  expect(await spending.of(key, budget, december)).toBe(0)
  await store.close()
})

test('a count that is forgotten is found again in the records, also where a charge comes first', async () => {
  const store = await openStore({})
  const brief = openMemoryCounters({ requests: 1, tokens: 1, spending: 4 })
  const spending = createSpending(brief.spending, store)
  await store.usage.add([recordOf(november, 500)])
  expect(await spending.of(key, budget, november)).toBe(500)
  await rest()
  await store.usage.add([recordOf(november, 30)])
  spending.charge(key, budget, 30, november)
  await waitFor(async () => (await spending.of(key, budget, november)) === 530)
  spending.charge(key, budget, 5, november)
  expect(await spending.of(key, budget, november)).toBe(535)
  await store.close()
})
