import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSpending, issueKey, type Spending } from '@interlingua/access'
import { openStore } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { waitFor } from '../wait-for.ts'
import { accountStores } from './account-stores.ts'
import { openLedgers, type OpenLedger } from './open-ledgers.ts'
import { recordOf } from './record-of.ts'

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

/** Requests that come to one of three processes after so many milliseconds and run for so many; each uses a share of its reservation. */
const requests = fc.array(
  fc.record({
    process: fc.nat(2),
    after: fc.oneof(fc.constant(0), fc.nat(400)),
    runs: fc.oneof(fc.constant(0), fc.nat(300)),
    points: fc.integer({ min: 1, max: 40 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 24, maxLength: 60 },
)
/** Many accounts at once: each waits for its own requests. */
const accounts = fc.array(fc.record({ requests, processes: fc.constantFrom(1, 2, 3) }), { minLength: 12, maxLength: 12 })

const kinds = await accountStores()

describe.each(kinds.flatMap((kind) => [0, 20].map((late) => ({ ...kind, late }))))(
  'leases on $name, $late ms away',
  async ({ open, late }) => {
    const ledgers = openLedgers(await open(3))
    for (const { delay } of ledgers) delay(late)
    const of = (index: number, processes: number): OpenLedger => ledgers[index % processes] as OpenLedger // there are three ledgers, and `processes` is at most 3
    let names = 0

    test(
      'a limit of exactly so many requests serves so many, in any order of one, two and three processes',
      { timeout: 240_000 },
      async () => {
        const run = async (
          asked: readonly { process: number; after: number; runs: number }[],
          processes: number,
          fits: number,
        ): Promise<void> => {
          const name = `exact-${late}-${++names}`
          const served = await Promise.all(
            asked.map(async ({ process, after, runs }) => {
              await pause(after)
              const { done } = await of(process, processes).reserve(12, fits * 12, name)
              if (!done) return 0
              await pause(runs)
              await of(process, processes).settle(12, 12, name)
              return 1
            }),
          )
          expect(served.reduce<number>((sum, one) => sum + one, 0)).toBe(fits)
          for (const { look } of ledgers.slice(0, processes)) expect((await look(name)).held).toBe(0)
        }
        await fc.assert(
          fc.asyncProperty(accounts, fc.integer({ min: 1, max: 24 }), async (all, fits) => {
            await Promise.all(all.map(({ requests: asked, processes }) => run(asked, processes, fits)))
          }),
          { numRuns: 10, endOnFailure: true },
        )
      },
    )

    test('no limit is exceeded, and what is left at the end serves the next request', { timeout: 240_000 }, async () => {
      const run = async (
        asked: readonly { process: number; after: number; runs: number; points: number; share: number }[],
        processes: number,
        limit: number,
      ): Promise<void> => {
        const name = `any-${late}-${++names}`
        let used = 0
        let running = 0
        await Promise.all(
          asked.map(async ({ process, after, runs, points, share }) => {
            await pause(after)
            const { done } = await of(process, processes).reserve(points, limit, name)
            if (!done) return
            // A reservation may be larger than what is left if no other runs.
            if (running > 0) expect(used + running + points).toBeLessThanOrEqual(limit)
            running += points
            await pause(runs)
            running -= points
            const taken = Math.floor(points * share)
            used += taken
            await of(process, processes).settle(points, taken, name)
          }),
        )
        if (used < limit) expect(await of(1, processes).reserve(limit - used, limit, name)).toMatchObject({ done: true, used })
        else expect(await of(1, processes).reserve(1, limit, name)).toMatchObject({ done: false, used })
      }
      await fc.assert(
        fc.asyncProperty(accounts, fc.integer({ min: 20, max: 400 }), async (all, limit) => {
          await Promise.all(all.map(({ requests: asked, processes }) => run(asked, processes, limit)))
        }),
        { numRuns: 10, endOnFailure: true },
      )
    })
  },
)

describe.each(kinds)('leases on $name', ({ open }) => {
  test('a budget that is summed anew twice a second is spent to the last request, and no further', { timeout: 120_000 }, async () => {
    const records = await openStore({})
    atEnd(() => records.close())
    const budget = { micros: 12 * 60, period: 'total' } as const
    const { key } = issueKey({ name: 'spender' }, 0)
    const spendings = openLedgers(await open(3), { window: 500, beginsEmpty: false }).map(({ ledger }) => createSpending(ledger, records))
    let served = 0
    const ask = async (process: number, runs: number): Promise<void> => {
      const spending = spendings[process] as Spending // the callers pass an index below three
      if (!(await spending.take(key, budget, 0, { type: 'reserve', points: 12, limit: budget.micros })).done) return
      const number = ++served
      await pause(runs)
      await records.usage.add([recordOf(key.id, number, 12)])
      await spending.take(key, budget, 0, { type: 'settle', reserved: 12, points: 12 })
    }
    const random = (most: number): number => Math.floor(Math.random() * most)
    await Promise.all(Array.from({ length: 50 }, () => pause(random(3_000)).then(() => ask(random(3), random(200)))))
    // Each request was counted once in the end.
    expect(served).toBe(50)
    await waitFor(async () => {
      await ask(random(3), 0)
      return served === 60
    })
    for (let time = 0; time < 30; time++) {
      await pause(40)
      await ask(random(3), 0)
    }
    expect(served).toBe(60)
  })
})
