import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type KeyCounters, openMemoryCounters, type Windows } from '@interlingua/access'
import { openPostgresCounters } from '@interlingua/access/postgres'
import { openRedisCounters } from '@interlingua/access/redis'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'

const postgres = await startPostgres()
const redis = await startRedis()
const database = await postgres?.createDatabase()

const opened: KeyCounters[] = []
afterAll(() => Promise.all(opened.map((counters) => counters.close())))

/** Kind of counters with two gateways: two connections to shared ones, or one counter in memory. */
interface Kind {
  readonly name: string
  readonly open: ((lengths?: Pick<Windows, 'requests'>) => Promise<KeyCounters>) | undefined
  readonly shared: boolean
}

const kinds: readonly Kind[] = [
  { name: 'memory', open: (lengths) => Promise.resolve(openMemoryCounters(lengths)), shared: false },
  { name: 'PostgreSQL', open: database === undefined ? undefined : (lengths) => openPostgresCounters(database, lengths), shared: true },
  { name: 'Redis', open: redis === undefined ? undefined : (lengths) => openRedisCounters(redis.url, lengths), shared: true },
]

describe.each(kinds.flatMap(({ open, ...kind }) => (open === undefined ? [] : [{ ...kind, open }])))(
  'counters on $name',
  async ({ open, shared }) => {
    const one = await open()
    const other = shared ? await open() : one
    opened.push(one, other)

    test('what was never counted is not known', async () => {
      expect(await one.requests.read('stranger')).toBeUndefined()
    })

    test('points add up, and the window ends a minute after the first', async () => {
      expect(await one.requests.add('a', 1)).toEqual({ points: 1, resetMs: expect.any(Number) as unknown })
      const second = await one.requests.add('a', 2)
      expect(second.points).toBe(3)
      expect(second.resetMs).toBeGreaterThan(50_000)
      expect(second.resetMs).toBeLessThanOrEqual(60_000)
      expect(await one.requests.read('a')).toMatchObject({ points: 3 })
    })

    test('keys do not touch each other', async () => {
      await one.requests.add('b', 5)
      expect((await one.requests.read('b'))?.points).toBe(5)
      expect(await one.requests.read('bb')).toBeUndefined()
    })

    test('a window that has ended is forgotten, and the next begins with the next point', async () => {
      const brief = await open({ requests: 1 })
      opened.push(brief)
      await brief.requests.add('brief', 3)
      await new Promise((done) => setTimeout(done, 1_100))
      expect(await brief.requests.read('brief')).toBeUndefined()
      expect((await brief.requests.add('brief', 1)).points).toBe(1)
    })

    test('200 requests at once are each counted once, whichever gateway counts them', async () => {
      const counts = await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : other).requests.add('crowd', 1)))
      expect(counts.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
      expect((await other.requests.read('crowd'))?.points).toBe(200)
    })
  },
)

test.skipIf(database === undefined)('several gateways may make the table at once, and old rows are of no account', async () => {
  const fresh = (await postgres?.createDatabase()) ?? '' // there is one, or the test is skipped
  const gateways = await Promise.all(Array.from({ length: 6 }, () => openPostgresCounters(fresh)))
  opened.push(...gateways)
  const client = new Client(fresh)
  await client.connect()
  await client.query(`INSERT INTO interlingua_limits VALUES ('requests:old', 99, ${Date.now() - 1})`)
  await client.end()
  expect(await gateways[0]?.requests.read('old')).toBeUndefined()
  expect((await gateways[5]?.requests.add('old', 1))?.points).toBe(1)
})
