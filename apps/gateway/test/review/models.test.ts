import { kinds } from '../served.ts'
import { beforeAll, expect, test } from 'vitest'
import { createPools, openChannel } from '@interlingua/upstreams'
import { createModelLister } from '../../../../packages/gateway/src/models/serve-models.ts'
import { startProxy } from '../channels/start-proxy.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

let upstream: RunningUpstream
beforeAll(async () => {
  upstream = await startUpstream()
})

const listOf = (models: readonly object[]): RunningUpstream['answer'] => {
  const text = JSON.stringify({ object: 'list', data: models })
  return (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

async function list(
  url: string,
  headers: Record<string, string> = { authorization: 'Bearer any' },
): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${url}/v1/models`, { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: readonly Record<string, unknown>[] }).data // lists of both styles have `data`
}

const anthropic = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }

test('the list of an upstream behind a proxy is asked for through the proxy', async () => {
  const proxy = await startProxy()
  upstream.answer = listOf([{ id: 'far', object: 'model', created: 7, owned_by: 'them' }])
  const channel = { name: 'c', format: 'chat', baseUrl: upstream.url, proxy: `http://127.0.0.1:${proxy.port}`, models: ['*'] } as const
  const gateway = await startGateway({ channels: [{ ...channel, models: ['*'] }] })
  expect((await list(gateway.url)).map(({ id }) => id)).toEqual(['far'])
  expect(proxy.asked).toHaveLength(1)
})

test('times that an upstream tells are whole seconds that clients can read, or not told', async () => {
  const times = [1758931200, 1758931200.75, 1758931200123, 1.758931200123e18, -5, 1e300]
  upstream.answer = listOf(times.map((created, index) => ({ id: `m${index}`, object: 'model', created, owned_by: 'them' })))
  const gateway = await startGateway({ channels: [{ name: 'c', format: 'chat', baseUrl: upstream.url, models: ['*'] }] })
  expect((await list(gateway.url)).map(({ created }) => created)).toEqual([1758931200, 1758931200, 0, 0, 0, 0])
  const told = await list(gateway.url, anthropic)
  const dates = told.map(({ created_at: at }) => String(at))
  expect(dates).toEqual(['2025-09-27T00:00:00Z', '2025-09-27T00:00:00Z', ...Array.from({ length: 4 }, () => '1970-01-01T00:00:00Z')])
})

test('what an upstream listed an hour ago is listed while it is out of order', async () => {
  let time = 0
  const pools = createPools()
  const config = { name: 'c', format: 'chat' as const, baseUrl: upstream.url, models: ['*'] }
  const channel = openChannel(config, {}, kinds, pools.poolOf)
  const offered = createModelLister(() => time)
  upstream.answer = listOf([{ id: 'kept', object: 'model', created: 7, owned_by: 'them' }])
  expect((await offered(channel)).map(({ id }) => id)).toEqual(['kept'])
  time = 3_600_001
  upstream.answer = (response) => void response.writeHead(500).end('no')
  expect((await offered(channel)).map(({ id }) => id)).toEqual(['kept'])
  time += 60_001
  upstream.answer = listOf([{ id: 'new', object: 'model', created: 7, owned_by: 'them' }])
  expect((await offered(channel)).map(({ id }) => id)).toEqual(['new'])
  await pools.destroy()
})

test('a list without an end is not read to its end', async () => {
  let written = 0
  upstream.answer = (response) => {
    const piece = Buffer.alloc(1024 * 1024, '{"data":[')
    const write = (): void => {
      while (!response.destroyed && written < 512 * piece.length) {
        written += piece.length
        if (!response.write(piece)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }
  const gateway = await startGateway({ channels: [{ name: 'c', format: 'chat', baseUrl: upstream.url, models: ['*', 'named'] }] })
  expect((await list(gateway.url)).map(({ id }) => id)).toEqual(['named'])
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test('a page of a list of 12,500 models costs little', async () => {
  upstream.answer = (response, { url }) =>
    listOf(
      Array.from({ length: 2500 }, (_, index) => ({ id: `${url.split('/')[1]}-${index}`, object: 'model', created: 5, owned_by: 'x' })),
    )(response, { url, headers: {}, body: Buffer.alloc(0), left: false })
  const channels = [1, 2, 3, 4, 5].map((number) => ({
    name: `c${number}`,
    format: 'chat' as const,
    baseUrl: `${upstream.url}/${number}/v1`,
    models: Array.from({ length: 2500 }, (_, index) => `${number}-${index}`),
  }))
  const gateway = await startGateway({ channels })
  expect(await list(gateway.url, anthropic)).toHaveLength(12_500)
  const costs: number[] = []
  for (let round = 0; round < 15; round++) {
    const before = process.threadCpuUsage()
    const answer = await fetch(`${gateway.url}/v1/models?limit=20`, { headers: anthropic })
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(20) // lists of Anthropic's style have `data`
    const { user, system } = process.threadCpuUsage(before)
    costs.push((user + system) / 1000)
  }
  // Milliseconds of this thread's own work, at its best; to look each model up in a list took 150.
  expect(Math.min(...costs)).toBeLessThan(60)
})
