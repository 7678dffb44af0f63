import { issueKey } from '@interlingua/access'
import { messages } from '@interlingua/messages/edge'
import { openStore } from '@interlingua/store'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts'

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Hello!' }],
  stop_reason: 'end_turn',
}
const question = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }

interface Served {
  readonly gateway: Gateway
  /** Headers that the upstream got, of each call. */
  readonly calls: Record<string, unknown>[]
  readonly ask: (headers?: Readonly<Record<string, string>>) => Promise<number>
  readonly end: () => Promise<void>
}

/** A gateway with one format before an upstream of its own. */
async function serve(options: Partial<GatewayOptions>): Promise<Served> {
  const calls: Record<string, unknown>[] = []
  const upstream = createServer((request, response) => {
    calls.push(request.headers)
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)))
  })
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // the server listens on TCP
  const store = await openStore({})
  const { key, secret } = issueKey({ name: 'me' }, Date.now())
  await store.keys.insert(key)
  const upstreams = { channels: [{ name: 'one', format: 'messages', baseUrl, models: ['m'] }] }
  const gateway = createGateway({ formats: [messages], store, upstreams, ...options })
  const { url } = await gateway.listen()
  return {
    gateway,
    calls,
    async ask(headers = {}) {
      const all = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': secret, ...headers }
      const { status, body } = await fetch(`${url}/v1/messages`, { method: 'POST', headers: all, body: JSON.stringify(question) })
      await body?.cancel()
      return status
    },
    async end() {
      await gateway.close({ grace: 100 })
      await store.close()
      upstream.closeAllConnections()
      upstream.close()
    },
  }
}

test('each observer is told of the request and its call, and the upstream gets the headers of all', async () => {
  const told: string[] = []
  const observer = (name: string): NonNullable<GatewayOptions['observers']>[number] => ({
    open: () => void told.push(`${name} open`),
    attempt: () => ({ headers: { [`x-${name}`]: 'yes' }, end: (result) => void told.push(`${name} ${result}`) }),
    close: (_outcome, result) => void told.push(`${name} ${result}`),
  })
  const { ask, calls, end } = await serve({ observers: [observer('first'), { event: () => {} }, observer('second')] })
  expect(await ask()).toBe(200)
  await end()
  expect(told).toEqual(['first open', 'second open', 'first 200', 'second 200', 'first ok', 'second ok'])
  expect(calls).toMatchObject([{ 'x-first': 'yes', 'x-second': 'yes' }])
})

test('middleware runs in its order before the key is checked, and the first failure is the answer', async () => {
  const seen: string[] = []
  const failure = { failure: { code: 'permission', message: 'Not from here.', retryable: false }, status: 403 } as const
  const { ask, calls, end } = await serve({
    middleware: [
      () => void seen.push('first'),
      async ({ incoming }) => (incoming.headers['x-blocked'] === undefined ? undefined : failure),
      () => void seen.push('last'),
    ],
  })
  expect(await ask({ 'x-blocked': '1', 'x-api-key': 'wrong' })).toBe(403)
  expect(seen).toEqual(['first'])
  expect(await ask({ 'x-api-key': 'wrong' })).toBe(401)
  expect(await ask()).toBe(200)
  await end()
  expect(seen).toEqual(['first', 'first', 'last', 'first', 'last'])
  expect(calls).toHaveLength(1)
})

test('other settings hold from the next request on, and refused ones change nothing', async () => {
  const { ask, gateway, end } = await serve({})
  expect(() => gateway.update({ upstreams: { channels: [{ name: 'x', format: 'none', baseUrl: 'http://x', models: ['m'] }] } })).toThrow(
    'the format none is not known',
  )
  expect(await ask()).toBe(200)
  gateway.update({ upstreams: { channels: [] } })
  expect(gateway.channels).toEqual([])
  expect(await ask()).toBe(404)
  await end()
})
