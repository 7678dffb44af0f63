import { type ScriptedProvider, startScriptedProvider } from '@interlingua/scripted-provider/http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import type { GatewayConfig } from '../../src/index.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { ask, formats } from './ask.ts'

/** Directive of the script that the first channel's provider follows; empty for a normal answer. */
let directive = ''
const providers: ScriptedProvider[] = []
afterAll(async () => {
  for (const provider of providers) await provider.close()
})

let first: ScriptedProvider
let second: ScriptedProvider
beforeEach(async () => {
  first = await startScriptedProvider()
  second = await startScriptedProvider()
  providers.push(first, second)
})

const circuitBreaker = { failures: 4, window: 30, cooldown: 0.3, credentialCooldown: 0.5 }
const line = (name: string, provider: ScriptedProvider, rest: Partial<ChannelConfig> = {}): ChannelConfig => ({
  name,
  format: 'chat',
  baseUrl: provider.url,
  apiKey: `sk-${name}`,
  models: ['m'],
  ...rest,
})
const start = (config: Partial<GatewayConfig>): Promise<RunningGateway> =>
  startGateway({ retry: { attempts: 1 }, circuitBreaker, keepAlive: 0, ...config })
const say = (gateway: RunningGateway, stream = false): ReturnType<typeof ask> => ask(gateway.url, 'chat', 'm', stream, `Hello ${directive}`)

test.each([
  ['an error of the server', '[demo:status 500]', false, {}],
  ['an overload', '[demo:overloaded]', false, {}],
  ['a page of a proxy', '[demo:html-502]', false, {}],
  ['silence', '[demo:stall 30s first]', false, { timeouts: { firstByte: 3 } }],
  ['a stream that breaks in the middle', '[demo:cut]', true, {}],
  ['a stream that ends in the middle', '[demo:cut-clean]', true, {}],
  ['a stream that ends in an error', '[demo:error-event]', true, {}],
  ['a document that breaks', '[demo:cut]', false, {}],
  ['a connection that is refused', '', false, { baseUrl: 'http://127.0.0.1:1' }],
] as const)('after four times %s the upstream is left alone, until one request has found it well again', async (_, what, stream, rest) => {
  directive = what
  // A pause that is not over however long the requests take.
  const patient = await start({ channels: [line('a', first, rest)], circuitBreaker: { ...circuitBreaker, cooldown: 60 } })
  await Promise.all([1, 2, 3, 4].map(() => say(patient, stream)))
  const asked = first.stats().requests
  for (const format of formats) {
    const answer = await ask(patient.url, format, 'm', stream, 'Hello')
    const seconds = Number(answer.headers.get('retry-after'))
    expect([format, answer.status, seconds > 0, seconds <= 60]).toEqual([format, 503, true, true])
    expect(answer.json()).toMatchObject({
      error: { message: expect.stringContaining('is unavailable. Retry after the time in retry-after.') as unknown },
    })
  }
  expect(first.stats().requests).toBe(asked)
  if (what === '') return

  // And one that is over at once.
  const gateway = await start({ channels: [line('b', first, rest)] })
  await Promise.all([1, 2, 3, 4].map(() => say(gateway, stream)))
  await new Promise((done) => setTimeout(done, 350))
  const before = first.stats().requests
  directive = '[demo:stall 1s first]'
  const probe = say(gateway)
  await waitFor(() => first.stats().requests === before + 1)
  // The breaker lets one probe through; the other requests are told that the channel is still unavailable.
  const others = await Promise.all([say(gateway), say(gateway)])
  expect(others.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '1'],
    [503, '1'],
  ])
  expect([(await probe).status, first.stats().requests]).toEqual([200, before + 1])
  directive = ''
  expect((await say(gateway)).status).toBe(200)
})

test('while one channel is left alone another serves all, and gives way once the first is well', async () => {
  directive = '[demo:status 503]'
  const upstream = await startUpstream()
  let well = false
  upstream.answer = (response) =>
    void (well
      ? response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"choices":[{"index":0,"message":{"role":"assistant","content":"first"}}]}')
      : response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}'))
  directive = ''
  const gateway = await start({
    channels: [line('a', first, { baseUrl: upstream.url, retry: { alsoOn: [500] } }), line('b', second)],
    retry: { attempts: 3, backoff: 0 },
    circuitBreaker: { ...circuitBreaker, cooldown: 3 },
  })
  for (let count = 0; count < 10; count++) expect((await say(gateway)).status).toBe(200)
  expect([upstream.seen.length, second.stats().requests]).toEqual([4, 10])
  well = true
  await waitFor(async () => (await say(gateway)).text.includes('first'))
  expect(upstream.seen.length).toBe(5)
})

test.each([400, 403, 404, 409, 413, 422, 429])('any number of answers with %i leaves it closed', async (status) => {
  directive = `[demo:status ${status}]`
  const gateway = await start({ channels: [line('a', first)] })
  for (let count = 0; count < 12; count++) expect((await say(gateway)).status).toBe(status === 403 ? 400 : status)
  expect(first.stats().requests).toBe(12)
})

test.each([401, 402])(
  'credentials that are refused with %i three times are not shown again for a while, and never the caller’s trouble',
  async (status) => {
    directive = `[demo:status ${status}]`
    const gateway = await start({ channels: [line('a', first)], circuitBreaker: { ...circuitBreaker, credentialCooldown: 3 } })
    for (let count = 0; count < 6; count++) {
      const { status: told, json } = await say(gateway)
      expect([told, json()]).toMatchObject([
        400,
        { error: { message: expect.stringContaining("refused the gateway's own credentials") as unknown } },
      ])
    }
    expect(first.stats().requests).toBe(3)
    directive = ''
    await waitFor(async () => (await say(gateway)).status === 200)
  },
)

test('clients who leave, and their streams, say nothing of the upstream', async () => {
  directive = '[demo:stall 30s first]'
  const gateway = await start({ channels: [line('a', first)] })
  for (let count = 0; count < 8; count++) {
    const controller = new AbortController()
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', stream: count % 2 === 0, messages: [{ role: 'user', content: `Hello ${directive}` }] }),
      signal: controller.signal,
    }).catch(() => undefined)
    await waitFor(() => first.stats().requests === count + 1)
    controller.abort()
    await asked
  }
  directive = ''
  expect((await say(gateway)).status).toBe(200)
})

test('those who wait in the line of an upstream that is given up go elsewhere', async () => {
  directive = '[demo:stall 200ms first] [demo:status 500]'
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void setTimeout(() => response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}'), 50)
  const gateway = await start({
    channels: [line('a', first, { baseUrl: upstream.url, concurrency: { limit: 2, queue: 100, queueTimeout: 20 } }), line('b', second)],
    retry: { attempts: 3 },
    circuitBreaker: { ...circuitBreaker, cooldown: 60 },
  })
  directive = ''
  const answers = await Promise.all(Array.from({ length: 40 }, () => say(gateway)))
  const statuses = answers.map(({ status }) => status)
  // Calls that were sent before the breaker opened are not repeated: their work may have been done.
  expect(upstream.seen.length).toBeLessThanOrEqual(6)
  expect(statuses.filter((status) => status === 500).length).toBe(upstream.seen.length)
  expect(statuses.filter((status) => status === 200).length).toBe(40 - upstream.seen.length)
})

test('a full line is told as such, and another channel is asked first', async () => {
  const upstream = await startUpstream()
  const go: (() => void)[] = []
  upstream.answer = (response) => void go.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}'))
  const narrow = line('a', first, { baseUrl: upstream.url, concurrency: { limit: 1, queue: 1, queueTimeout: 0.2 } })
  const alone = await start({ channels: [narrow] })
  directive = ''
  const running = say(alone)
  await waitFor(() => go.length === 1)
  const [late, full] = [say(alone), say(alone)]
  expect([(await full).status, (await late).status, (await full).headers.get('retry-after')]).toEqual([503, 503, '1'])
  expect((await full).json()).toMatchObject({
    error: { message: "The server is overloaded: The queue for this model's upstream is full. Retry later." },
  })
  const count = await fetch(`${alone.url}/v1/messages/count_tokens`, {
    method: 'POST',
    headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  // A count takes no place.
  expect(count.status).toBe(200)
  go[0]?.()
  await running
  const two = await start({ channels: [narrow, line('b', second)] })
  const answers = [1, 2, 3, 4].map(() => say(two))
  await waitFor(() => second.stats().requests >= 2)
  await waitFor(() => go.length === 2)
  go[1]?.()
  await waitFor(() => second.stats().requests === 3 || go.length === 3)
  for (const next of go.slice(2)) next()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
