import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  type AccountState,
  type AccountStore,
  createAccounts,
  createOutage,
  emptyAccount,
  type Accounts,
  takeSteps,
} from '@interlingua/access'
import { accountStores } from './account-stores.ts'

const rules = { window: 60_000, lease: 30_000, beginsEmpty: true }

const step = fc.oneof(
  fc.record({ type: fc.constant('reserve' as const), process: fc.nat(2), points: fc.nat(40) }),
  fc.record({
    type: fc.constant('settle' as const),
    process: fc.nat(2),
    which: fc.nat(100),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)

test('any order of reservations and settlements of three processes keeps the limit, and nothing stays reserved', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 100 }), (steps, limit) => {
      let account: Account = emptyAccount
      const own = [0, 0, 0]
      const running: number[][] = [[], [], []]
      let used = 0
      let largest = 0
      const take = (index: number, taken: Parameters<typeof takeSteps>[3][number]): AccountState | undefined => {
        const result = takeSteps(account, `p${index}`, own[index] ?? 0, [taken], 1_000, rules)
        account = JSON.parse(JSON.stringify(result.account)) as Account // JSON gives back the account, like a store
        own[index] = result.own
        return result.states[0]
      }
      for (const next of steps) {
        const open = running[next.process] ?? []
        if (next.type === 'reserve') {
          const alone = running.every((list) => list.every((points) => points === 0))
          if (take(next.process, { type: 'reserve', points: next.points, limit })?.done === true) {
            open.push(next.points)
            if (alone) largest = next.points
          }
        } else if (open.length > 0) {
          const [reserved = 0] = open.splice(next.which % open.length, 1)
          const points = Math.floor(reserved * next.share)
          used += points
          take(next.process, { type: 'settle', reserved, points })
        }
        const held = running.flat().reduce((sum, points) => sum + points, 0)
        const state = take(0, { type: 'look' })
        expect([state?.used, state?.held]).toEqual([used, held])
        // Only a request that was alone at its arrival may have been larger than the rest.
        expect(used + held).toBeLessThanOrEqual(limit + largest)
        if (largest <= 0) expect(used + held).toBeLessThanOrEqual(limit)
      }
      for (const [process, open] of running.entries()) for (const reserved of open) take(process, { type: 'settle', reserved, points: 0 })
      expect(account.held).toEqual({})
    }),
    { numRuns: 300 },
  )
})

test('where each request fits into the whole limit, what is used and reserved never exceeds it but by one that was alone', () => {
  const steps = Array.from({ length: 30 }, () => ({ type: 'reserve', points: 12, limit: 60 }) as const)
  const { states, own } = takeSteps(emptyAccount, 'one', 0, steps, 0, rules)
  expect([states.filter(({ done }) => done).length, own]).toEqual([5, 60])
})

describe.each(await accountStores())('accounts on $name', async ({ open }) => {
  const stores = await open(2)
  const outages: boolean[] = []
  const ledgers = (lease = 30_000): readonly [Accounts, Accounts] => {
    const of = (store: AccountStore): Accounts =>
      createAccounts({ ...rules, lease }, { store, outage: createOutage((isShared) => outages.push(isShared)) })
    const [one, other] = stores as readonly [AccountStore, AccountStore] // two were opened
    return [of(one), of(other)]
  }

  test('100 reservations at once in two processes: exactly those that fit; released ones make room', async () => {
    const [one, other] = ledgers()
    const reserve = (index: number): unknown => (index % 2 === 0 ? one : other).take('a', { type: 'reserve', points: 12, limit: 60 })
    const states = (await Promise.all(Array.from({ length: 100 }, (_, index) => reserve(index)))) as AccountState[] // ledgers return states
    const done = states.flatMap((state, index) => (state.done ? [index] : []))
    expect(done).toHaveLength(5)
    await Promise.all(done.map((index) => (index % 2 === 0 ? one : other).take('a', { type: 'settle', reserved: 12, points: 10 })))
    expect(await one.take('a', { type: 'look' })).toMatchObject({ used: 50, held: 0 })
    expect(await other.take('a', { type: 'reserve', points: 10, limit: 60 })).toMatchObject({ done: true, used: 50, held: 10 })
    expect(await one.take('a', { type: 'reserve', points: 1, limit: 60 })).toMatchObject({ done: false, used: 50, held: 10 })
    expect(outages).toEqual([])
    await Promise.all([one, other].map((ledger) => ledger.close()))
  })

  test('what a process holds is held for as long as it lives, and no longer than its lease when it is dead', async () => {
    const [dying, other] = ledgers(600)
    expect(await dying.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: true })
    await new Promise((done) => setTimeout(done, 1_500))
    expect(await other.take('b', { type: 'look' })).toMatchObject({ held: 50 })
    expect(await other.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: false })
    await dying.close()
    await new Promise((done) => setTimeout(done, 1_500))
    expect(await other.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: true, held: 50 })
    await other.close()
  })
})
