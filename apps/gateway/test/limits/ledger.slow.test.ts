import fc from 'fast-check'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { emptyAccount, takeSteps, type Account, type AccountState } from '../../src/limits/account.ts'
import type { AccountStore } from '../../src/limits/account-store.ts'
import { createLedger, type Ledger } from '../../src/limits/create-ledger.ts'
import { createOutage } from '../../src/limits/create-outage.ts'
import { documentsAccounts } from '../../src/limits/documents-accounts.ts'
import { accountsTable, postgresAccounts } from '../../src/limits/postgres-accounts.ts'
import { redisAccounts } from '../../src/limits/redis-accounts.ts'
import { openStore } from '../../src/store/open-store.ts'
import { atEnd } from '../at-end.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { tempFolder } from '../temp-folder.ts'

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
        account = JSON.parse(JSON.stringify(result.account)) as Account // as stores keep it
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
        // Only a request that was alone when it came may be larger than what was left.
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

interface Kind {
  readonly name: string
  readonly open: () => Promise<readonly [AccountStore, AccountStore]>
}

const redis = await startRedis()
const postgres = await startPostgres()
const kinds: Kind[] = [
  {
    name: 'SQLite',
    async open() {
      const data = tempFolder('limits')
      const [one, other] = [await openStore({ data }), await openStore({ data })]
      atEnd(() => Promise.all([one.close(), other.close()]))
      return [documentsAccounts(one.documents), documentsAccounts(other.documents)]
    },
  },
]
if (postgres)
  kinds.push({
    name: 'PostgreSQL',
    async open() {
      const connectionString = await postgres.createDatabase()
      const pools = [new Pool({ connectionString }), new Pool({ connectionString })] as const
      for (const pool of pools) pool.on('error', () => {}) // the server ends first
      atEnd(() => Promise.all(pools.map((pool) => pool.end())))
      await pools[0].query(accountsTable)
      return [postgresAccounts(pools[0]), postgresAccounts(pools[1])]
    },
  })
if (redis)
  kinds.push({
    name: 'Redis',
    async open() {
      const clients = [new Redis(redis.url), new Redis(redis.url)] as const
      atEnd(() => void clients.map((client) => client.disconnect()))
      return [redisAccounts(clients[0]), redisAccounts(clients[1])]
    },
  })

describe.each(kinds)('accounts on $name', async ({ open }) => {
  const stores = await open()
  const outages: boolean[] = []
  const ledgers = (lease = 30_000): readonly [Ledger, Ledger] => {
    const of = (store: AccountStore): Ledger =>
      createLedger({ ...rules, lease }, { store, outage: createOutage((isShared) => outages.push(isShared)) })
    return [of(stores[0]), of(stores[1])]
  }

  test('100 reservations at once in two processes: exactly those that fit; released ones make room', async () => {
    const [one, other] = ledgers()
    const reserve = (index: number): unknown => (index % 2 === 0 ? one : other).take('a', { type: 'reserve', points: 12, limit: 60 })
    const states = (await Promise.all(Array.from({ length: 100 }, (_, index) => reserve(index)))) as AccountState[] // what ledgers give
    const done = states.flatMap((state, index) => (state.done ? [index] : []))
    expect(done).toHaveLength(5)
    await Promise.all(done.map((index) => (index % 2 === 0 ? one : other).take('a', { type: 'settle', reserved: 12, points: 10 })))
    expect(await one.take('a', { type: 'look' })).toMatchObject({ used: 50, held: 0 })
    expect(await other.take('a', { type: 'reserve', points: 10, limit: 60 })).toMatchObject({ done: true, used: 50, held: 10 })
    expect(await one.take('a', { type: 'reserve', points: 1, limit: 60 })).toMatchObject({ done: false, used: 50, held: 10 })
    expect(outages).toEqual([])
    for (const ledger of [one, other]) ledger.close()
  })

  test('what a process holds is held for as long as it lives, and no longer than its lease when it is dead', async () => {
    const [dying, other] = ledgers(600)
    expect(await dying.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: true })
    await new Promise((done) => setTimeout(done, 1_500))
    expect(await other.take('b', { type: 'look' })).toMatchObject({ held: 50 })
    expect(await other.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: false })
    dying.close()
    await new Promise((done) => setTimeout(done, 1_500))
    expect(await other.take('b', { type: 'reserve', points: 50, limit: 60 })).toMatchObject({ done: true, held: 50 })
    other.close()
  })
})
