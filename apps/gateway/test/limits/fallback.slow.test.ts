import { expect, test } from 'vitest'
import { createOutage, withFallback } from '@interlingua/access'
import { openPostgresCounters } from '@interlingua/access/postgres'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { startWire } from '../services/start-wire.ts'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const redis = await startRedis()
const postgres = await startPostgres()
const database = await postgres?.createDatabase()

const ask = async ({ url }: RunningGateway, key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}`, 'x-api-key': '' }
  const answer = await post(`${url}/v1/chat/completions`, { model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }, headers)
  return answer.status
}
const events = (gateway: RunningGateway): readonly unknown[] =>
  gateway
    .log()
    .map(({ event }) => event)
    .filter((event) => String(event).startsWith('limits-'))

/** Checks that two gateways count together, and each alone while the shared service is broken. */
async function survive(
  gateways: readonly [RunningGateway, RunningGateway],
  broken: () => Promise<void>,
  mended: () => Promise<void>,
): Promise<void> {
  const [one, other] = gateways
  const issue = (requestsPerMinute: number): Promise<string> => one.issue({ limits: { requestsPerMinute } })
  const [first, second, third] = [await issue(2), await issue(1), await issue(1)]
  expect([await ask(one, first), await ask(other, first), await ask(one, first), await ask(other, first)]).toEqual([200, 200, 429, 429])
  await broken()
  const began = performance.now()
  expect([await ask(one, second), await ask(one, second), await ask(other, second)]).toEqual([200, 429, 200])
  // The service stays broken until it is mended below.
  expect(performance.now() - began).toBeLessThan(20_000)
  await waitFor(() => events(one).includes('limits-counted-alone'))
  await mended()
  await waitFor(async () => {
    await ask(one, first)
    await ask(other, first)
    return [one, other].every((gateway) => events(gateway).at(-1) === 'limits-shared-again')
  })
  expect([await ask(one, third), await ask(other, third)]).toEqual([200, 429])
}

test.skipIf(redis === undefined)(
  'Redis that goes away stops nobody: each gateway counts alone, and together again when it is back',
  { timeout: 120_000 },
  async () => {
    if (redis === undefined) return
    const config = { dataDir: tempFolder('limits'), redisUrl: redis.url }
    const gateways = [await startGateway(config), await startGateway(config)] as const
    await survive(
      gateways,
      () => redis.stop(),
      () => redis.start(),
    )
  },
)

test.skipIf(redis === undefined)('Redis that only hangs stops nobody for long', { timeout: 120_000 }, async () => {
  if (redis === undefined) return
  const wire = await startWire(Number(new URL(redis.url).port))
  const config = { dataDir: tempFolder('limits'), redisUrl: `redis://127.0.0.1:${wire.port}` }
  const gateways = [await startGateway(config), await startGateway(config)] as const
  await survive(
    gateways,
    async () => wire.hold(),
    async () => wire.mend(),
  )
})

test.skipIf(redis === undefined)('a gateway starts without its Redis, and says so', async () => {
  const gateway = await startGateway({ dataDir: tempFolder('limits'), redisUrl: 'redis://127.0.0.1:1' })
  const key = await gateway.issue({ limits: { requestsPerMinute: 1 } })
  expect([await ask(gateway, key), await ask(gateway, key)]).toEqual([200, 429])
  await waitFor(() => events(gateway).includes('limits-counted-alone'))
})

const oneASecond = 'PostgreSQL that hangs makes one request a second wait, and the others none'
test.skipIf(database === undefined)(oneASecond, { timeout: 120_000 }, async () => {
  if (postgres === undefined || database === undefined) return
  const wire = await startWire(postgres.port)
  const url = new URL(database)
  url.port = String(wire.port)
  const told: boolean[] = []
  const counters = withFallback(
    await openPostgresCounters(url.href),
    createOutage((isShared) => told.push(isShared)),
  )
  expect((await counters.requests.add('a', 5)).points).toBe(5)
  wire.hold()
  const began = performance.now()
  expect((await counters.requests.add('a', 1)).points).toBe(1)
  // The hold has no end of its own.
  expect(performance.now() - began).toBeLessThan(20_000)
  const before = performance.now()
  for (let time = 2; time <= 50; time++) expect((await counters.requests.add('a', 1)).points).toBe(time)
  // The requests would take more than half a minute if each of them waited.
  expect(performance.now() - before).toBeLessThan(12_000)
  wire.mend()
  await waitFor(async () => (await counters.requests.add('b', 1)).points > 0 && told.at(-1) === true, 30_000)
  expect(told).toEqual([false, true])
  expect((await counters.requests.read('a'))?.points).toBeGreaterThanOrEqual(5)
  await counters.close()
})

test('an address that is no Redis is a mistake in the configuration', async () => {
  await expect(startGateway({ redisUrl: 'localhost:6379' })).rejects.toThrow('REDIS_URL')
})
