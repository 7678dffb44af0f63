import { expect, test } from 'vitest'
import { startPostgres } from '../services/start-postgres.ts'
import { startWire } from '../services/start-wire.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

const postgres = await startPostgres()

const ready = async (url: string): Promise<unknown> => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, await answer.json()]
}

test('a gateway none of whose channels can be called says so, and again that it is ready when one can', async () => {
  const upstream = await startUpstream()
  const channel = (name: string) => ({ name, format: 'chat' as const, baseUrl: `${upstream.url}/v1`, models: [name] })
  const { url } = await startGateway({
    channels: [channel('a'), channel('b')],
    circuitBreaker: { failures: 1, cooldown: 3 },
    retry: { attempts: 1 },
  })
  const ask = async (model: string): Promise<void> =>
    void (await (
      await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'x' }] }),
      })
    ).text())
  await ask('a')
  expect(await ready(url)).toEqual([200, { status: 'ready' }])
  await ask('b')
  expect(await ready(url)).toEqual([503, { status: 'not-ready', reasons: ['no channel can be used'] }])
  await expect.poll(() => ready(url), { timeout: 15_000 }).toEqual([200, { status: 'ready' }])
})

test.skipIf(postgres === undefined)(
  'a gateway whose store is cut off, or says nothing, says so within seconds, and is up all the same',
  { timeout: 60_000 },
  async () => {
    if (postgres === undefined) return
    const wire = await startWire(postgres.port)
    const database = new URL(await postgres.createDatabase())
    database.port = String(wire.port)
    const { url } = await startGateway({ databaseUrl: database.href })
    expect(await ready(url)).toEqual([200, { status: 'ready' }])
    const gone = [503, { status: 'not-ready', reasons: ['the store cannot be reached'] }]
    wire.cut()
    expect(await ready(url)).toEqual(gone)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    wire.mend()
    await expect.poll(() => ready(url), { timeout: 15_000 }).toEqual([200, { status: 'ready' }])
    wire.hold()
    const before = Date.now()
    expect(await ready(url)).toEqual(gone)
    // A held connection never answers, so the probe has a time limit.
    expect(Date.now() - before).toBeLessThan(15_000)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    wire.mend()
    await expect.poll(() => ready(url), { timeout: 15_000 }).toEqual([200, { status: 'ready' }])
  },
)
