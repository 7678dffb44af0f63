import { afterAll, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'
import { ask } from '../channels/ask.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

async function begin(config: GatewayConfig): Promise<{ url: string; reload: (changed: GatewayConfig) => Promise<unknown> }> {
  const gateway = createGateway({ port: 0, apiKey: 'any', ...config })
  const { url } = await gateway.listen()
  ends.push(() => gateway.close(100))
  return { url, reload: (changed) => gateway.reload(() => changed) }
}

test('a configuration that is refused makes no channel forget what it has learnt', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(500).end()
  const line: ChannelConfig = { name: 'c', format: 'chat', baseUrl: upstream.url, models: ['m'] }
  const config: GatewayConfig = { channels: [line], circuitBreaker: { failures: 2, cooldown: 60 }, retry: { attempts: 1 } }
  const { url, reload } = await begin(config)
  for (let index = 0; index < 3; index++) await ask(url, 'chat', 'm', false)
  expect(upstream.seen).toHaveLength(2)
  const bad = { ...line, name: 'bad', apiKeyEnv: 'NOT_SET_ANYWHERE' }
  await expect(reload({ ...config, channels: [{ ...line, baseUrl: `${upstream.url}/other` }, bad] })).rejects.toThrow('NOT_SET_ANYWHERE')
  await reload(config)
  expect((await ask(url, 'chat', 'm', false)).status).toBe(503)
  expect(upstream.seen).toHaveLength(2)
})

test('a channel that gets another model keeps its circuit and its places, and who waits for one gets it', async () => {
  const upstream = await startUpstream()
  let running = 0
  let most = 0
  const answers: (() => void)[] = []
  upstream.answer = (response) => {
    most = Math.max(most, ++running)
    answers.push(() => {
      running--
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
    })
  }
  const line: ChannelConfig = {
    name: 'c',
    format: 'chat',
    baseUrl: upstream.url,
    models: ['m'],
    concurrency: { limit: 1, queue: 10, queueTimeout: 30 },
  }
  const { url, reload } = await begin({ channels: [line] })
  const asked = [ask(url, 'chat', 'm', false), ask(url, 'chat', 'm', false)]
  await waitFor(() => upstream.seen.length === 1)
  await reload({ channels: [{ ...line, models: ['m', 'n'] }] })
  asked.push(ask(url, 'chat', 'n', false), ask(url, 'chat', 'm', false))
  for (let index = 0; index < 4; index++) {
    await waitFor(() => answers.length > 0)
    await new Promise((done) => setTimeout(done, 50))
    answers.shift()?.()
  }
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(most).toBe(1)
})
