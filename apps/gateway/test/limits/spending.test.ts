import { expect, test } from 'vitest'
import { createAccounts, createSpending, issueKey, type Spending } from '@interlingua/access'
import { type Budget, openStore, type UsageRecord } from '@interlingua/store'
import { recordOf } from './record-of.ts'

const { key } = issueKey({ name: 'spender' }, 0)
const budget: Budget = { micros: 10_000, period: 'month' }
const november = Date.UTC(2026, 10, 21)
const december = Date.UTC(2026, 11, 1)

let ids = 0
const recordAt = (at: number, costMicros: number): UsageRecord => recordOf(key.id, ++ids, costMicros, at)

const ledgerOf = (window: number): ReturnType<typeof createAccounts> => createAccounts({ window, lease: 30_000, beginsEmpty: false })
const spent = async (spending: Spending, at: number, of = budget): Promise<number> =>
  (await spending.take(key, of, at, { type: 'look' })).used
const charge = (spending: Spending, points: number): unknown =>
  spending.take(key, budget, november, { type: 'settle', reserved: 0, points })

test('what was spent is the sum of the records of the period, and what is charged since', async () => {
  const store = await openStore({})
  await store.usage.add([recordAt(november - 86_400_000 * 40, 7_000), recordAt(november, 500), recordAt(november, 20)])
  const spending = createSpending(ledgerOf(3_600_000), store)
  expect(await Promise.all([spent(spending, november), spent(spending, november)])).toEqual([520, 520])
  await charge(spending, 30)
  expect(await spent(spending, november)).toBe(550)
  expect(await spent(spending, november, { ...budget, period: 'total' })).toBe(7_520)
  expect(await spent(spending, november + 86_400_000, { ...budget, period: 'day' })).toBe(0)
  expect(await spent(spending, december)).toBe(0)
  await store.close()
})

test('a count that is forgotten is found again in the records, also where a charge comes first', async () => {
  const store = await openStore({})
  const spending = createSpending(ledgerOf(1_000), store)
  await store.usage.add([recordAt(november, 500)])
  expect(await spent(spending, november)).toBe(500)
  await new Promise((done) => setTimeout(done, 1_100))
  await store.usage.add([recordAt(november, 30)])
  await charge(spending, 30)
  expect(await spent(spending, november)).toBe(530)
  await charge(spending, 5)
  expect(await spent(spending, november)).toBe(535)
  await store.close()
})

test('a request that is settled while the records are summed is counted once', async () => {
  const store = await openStore({})
  await store.usage.add([recordAt(november, 500)])
  let sums = 0
  const { spent: sum } = store.usage
  const late: typeof store = {
    ...store,
    usage: {
      ...store.usage,
      async spent(...asked) {
        const found = await sum(...asked)
        if (sums++ > 0) return found
        await store.usage.add([recordAt(november, 30)])
        await charge(spending, 30)
        return found
      },
    },
  }
  const spending = createSpending(ledgerOf(3_600_000), late)
  expect([await spent(spending, november), sums]).toEqual([530, 2])
  await store.close()
})
