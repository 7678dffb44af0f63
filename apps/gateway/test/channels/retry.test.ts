import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import type { GatewayConfig } from '../../src/index.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { ask, spell } from './ask.ts'

interface Upstream {
  readonly url: string
  readonly seen: {
    readonly at: number
    readonly headers: IncomingMessage['headers']
    readonly url: string
    readonly body: string
    left: boolean
  }[]
  answer: (response: ServerResponse, count: number) => void
}

const servers: { close(): void }[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function startUpstream(): Promise<Upstream> {
  const upstream: Upstream = { url: '', seen: [], answer: good }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const entry = { at: performance.now(), headers: request.headers, url: request.url ?? '', body, left: false }
      upstream.seen.push(entry)
      response.on('close', () => (entry.left = !response.writableFinished))
      upstream.answer(response, upstream.seen.length)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push({
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
  const { port } = server.address() as AddressInfo // the server listens on TCP
  return Object.assign(upstream, { url: `http://127.0.0.1:${port}` })
}

const document =
  '{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"well"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}'

function good(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(document)
}

function refuse(status: number, headers: Readonly<Record<string, string>> = {}): (response: ServerResponse) => void {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `no: ${status}`, type: 'server_error', code: null } }))
}

const line = (name: string, upstream: Upstream, rest: Partial<ChannelConfig> = {}): ChannelConfig => ({
  name,
  format: 'chat',
  baseUrl: upstream.url,
  apiKey: `sk-secret-of-${name}`,
  models: ['m'],
  ...rest,
})

let a: Upstream
let b: Upstream
beforeEach(async () => {
  a = await startUpstream()
  b = await startUpstream()
})

const start = (config: Partial<GatewayConfig>): Promise<RunningGateway> => startGateway({ retry: { backoff: 0.01 }, ...config })

test('where all channels refuse, the client gets the shortest time to wait of all', async () => {
  a.answer = refuse(429, { 'retry-after': '9' })
  b.answer = refuse(503, { 'retry-after': '4' })
  const gateway = await start({ channels: [line('a', a), line('b', b)] })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, answer.headers.get('retry-after'), a.seen.length, b.seen.length]).toEqual([429, '4', 1, 1])
})

test('client 1.10: of a single channel the error and its time to wait pass as they are, a date in seconds', async () => {
  a.answer = refuse(429, { 'retry-after': '9', 'x-ratelimit-remaining-requests': '0' })
  const gateway = await start({ channels: [line('a', a)] })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-ratelimit-remaining-requests'), a.seen.length]).toEqual([
    429,
    '9',
    '0',
    1,
  ])
  expect(answer.json()).toMatchObject({ error: { message: 'no: 429' } })
  const other = await ask(gateway.url, 'messages', 'm', false)
  expect([other.status, other.headers.get('retry-after'), other.headers.get('x-ratelimit-remaining-requests')]).toEqual([429, '9', null])
  a.answer = refuse(429, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() })
  for (const format of ['chat', 'messages'] as const) {
    const seconds = Number((await ask(gateway.url, format, 'm', false)).headers.get('retry-after'))
    expect([seconds > 60, seconds <= 90]).toEqual([true, true])
  }
})

test('a short time to wait is waited for, and the same channel asked again', async () => {
  a.answer = (response, count) => (count === 1 ? refuse(429, { 'retry-after': '1' })(response) : good(response))
  const gateway = await start({ channels: [line('a', a)] })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, a.seen.length]).toEqual([200, 2])
  expect((a.seen[1]?.at ?? 0) - (a.seen[0]?.at ?? 0)).toBeGreaterThan(990)
  expect(a.seen[1]?.body).toBe(a.seen[0]?.body)
  await waitFor(() => gateway.log().some((entry) => entry['attempts'] === 2))
})

test('a refusal without a time is repeated after a pause, so often as the attempts allow', async () => {
  a.answer = refuse(503)
  const gateway = await start({ channels: [line('a', a)], retry: { attempts: 4, backoff: 0.01 } })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, answer.headers.get('retry-after'), a.seen.length]).toEqual([503, null, 4])
})

test('no attempt begins after the deadline', async () => {
  // The second attempt begins within the deadline, and ends after it.
  a.answer = (response, count) => (count === 1 ? refuse(503)(response) : void setTimeout(() => refuse(503)(response), 2_200))
  const gateway = await start({ channels: [line('a', a)], retry: { attempts: 20, backoff: 0, deadline: 2 } })
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(503)
  expect(a.seen.length).toBe(2)
})

test('a channel that asked to be left alone comes after the others until its time is over', async () => {
  a.answer = refuse(429, { 'retry-after': '3' })
  const gateway = await start({ channels: [line('a', a), line('b', b)] })
  for (let count = 0; count < 3; count++) expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(200)
  expect([a.seen.length, b.seen.length]).toEqual([1, 3])
  a.answer = good
  await waitFor(async () => {
    await ask(gateway.url, 'chat', 'm', false)
    return a.seen.length > 1
  })
})

test('a model without a channel, or whose channels all fail, is served by its fallbacks', async () => {
  a.answer = refuse(503)
  const gateway = await start({
    channels: [line('a', a), line('b', b, { models: ['other'] })],
    routes: [
      { match: 'm', fallbacks: ['other'] },
      { match: '*', fallbacks: ['other'] },
    ],
  })
  for (const model of ['m', 'nobody-has-this']) {
    const answer = await ask(gateway.url, 'chat', model, false)
    // The answer names the model that was asked for: `m`, like its upstream, or the id that the fallback stands for.
    expect([answer.status, answer.text]).toEqual([200, document.replace('"model":"m"', `"model":"${model}"`)])
    expect(JSON.parse(b.seen.at(-1)?.body ?? '')).toMatchObject({ model: 'other' })
  }
  expect(a.seen.length).toBe(1)
})

test('what one channel gets never reaches another: keys, headers, and what was lost for it', async () => {
  const anthropic = await startUpstream()
  anthropic.answer = refuse(529)
  const gateway = await start({
    channels: [
      line('first', anthropic, { format: 'messages', headers: { 'x-own': 'of-first' }, priority: 0 }),
      line('second', b, { priority: 1, headers: { 'x-other': 'of-second' } }),
    ],
  })
  const body = { model: 'm', max_tokens: 50, top_k: 3, messages: [{ role: 'user', content: 'hi' }] }
  const response = await fetch(`${gateway.url}/v1/messages?key=any`, {
    method: 'POST',
    headers: { 'x-api-key': 'any', authorization: 'Bearer any', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  expect(JSON.stringify(anthropic.seen)).not.toContain('second')
  expect(JSON.stringify(b.seen)).not.toContain('first')
  expect([anthropic.seen[0]?.headers['x-api-key'], anthropic.seen[0]?.headers['authorization']]).toEqual(['sk-secret-of-first', undefined])
  expect([b.seen[0]?.headers['x-api-key'], b.seen[0]?.headers['authorization']]).toEqual([undefined, 'Bearer sk-secret-of-second'])
  // The caller's key is for the gateway alone, in whatever place it was sent.
  expect(anthropic.seen[0]?.url).toBe('/v1/messages')
  expect(response.headers.get('interlingua-notices')).toContain('chat/top-k')
  const chat = await ask(gateway.url, 'chat', 'm', false)
  // Notices of the failed attempt in the other format are not told.
  expect([chat.status, chat.headers.get('interlingua-notices')]).toEqual([200, null])
})

test('a channel that may not be told all of a request is passed over for one that can', async () => {
  const gateway = await start({
    channels: [line('strict', a, { priority: 0, policy: 'reject-dropped' }), line('native', b, { format: 'messages', priority: 1 })],
  })
  b.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":"end_turn","usage":{}}')
  const { path, body } = spell('messages', 'm', false, 'hi')
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }
  const response = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify({ ...body, top_k: 3 }) })
  expect([response.status, a.seen.length, b.seen.length]).toEqual([200, 0, 1])
})

test('a redirect is not followed, and no credentials go where it points', async () => {
  a.answer = (response) => void response.writeHead(307, { location: `${b.url}/elsewhere` }).end()
  const gateway = await start({ channels: [line('a', a)] })
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(502)
  expect([a.seen.length, b.seen.length]).toEqual([1, 0])
})

test('a large body is whole at the second channel', async () => {
  a.answer = refuse(503)
  const gateway = await start({ channels: [line('a', a), line('b', b)] })
  const text = 'ä'.repeat(2_000_000)
  expect((await ask(gateway.url, 'chat', 'm', false, text)).status).toBe(200)
  // Compared here, since a difference would be printed whole.
  expect(b.seen[0]?.body === a.seen[0]?.body).toBe(true)
  expect(b.seen[0]?.body.includes(text)).toBe(true)
})

test('a token count goes to each channel once, without waiting', async () => {
  a.answer = refuse(429)
  b.answer = refuse(503, { 'retry-after': '1' })
  const gateway = await start({ channels: [line('a', a, { format: 'messages' }), line('b', b, { format: 'messages' })] })
  const { body } = spell('messages', 'm', false, 'hi')
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }
  const count = (): Promise<Response> =>
    fetch(`${gateway.url}/v1/messages/count_tokens`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([(await count()).status, a.seen.length, b.seen.length]).toEqual([429, 1, 1])
  b.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":7}')
  expect([await (await count()).json(), a.seen.length]).toEqual([{ input_tokens: 7 }, 2])
})

test('a request that one channel finds wrong is told so, whatever another asked for', async () => {
  a.answer = refuse(429, { 'retry-after': '9' })
  b.answer = refuse(400)
  const gateway = await start({ channels: [line('a', a), line('b', b)] })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, answer.headers.get('retry-after'), answer.json()]).toMatchObject([400, null, { error: { message: 'no: 400' } }])
})

test('a channel that asked to wait is not called again in its time, though the request is repeated elsewhere', async () => {
  a.answer = refuse(503)
  b.answer = refuse(429, { 'retry-after': '30' })
  const gateway = await start({ channels: [line('a', a), line('b', b)], retry: { attempts: 5, backoff: 0.01 } })
  expect((await ask(gateway.url, 'chat', 'm', false)).status).toBe(503)
  expect([a.seen.length, b.seen.length]).toEqual([4, 1])
})

test('that a channel is not there is told before that another has no such model', async () => {
  b.answer = refuse(404)
  const gateway = await start({
    channels: [line('gone', { ...a, url: 'http://127.0.0.1:1' }), line('b', b)],
    retry: { attempts: 2 },
  })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  expect([answer.status, answer.json()]).toMatchObject([502, { error: { message: 'The upstream could not be reached (ECONNREFUSED).' } }])
})

test.each(['Infinity', '-1', '1e99', 'soon', '', '99999999999999999999'])(
  'a time to wait that is none (%s) keeps nobody away for good',
  async (time) => {
    a.answer = refuse(429, { 'retry-after': time })
    const gateway = await start({ channels: [line('a', a)], retry: { attempts: 2, backoff: 0.01 } })
    const began = performance.now()
    for (let count = 0; count < 3; count++) expect((await ask(gateway.url, 'messages', 'm', false)).status).toBe(429)
    expect(a.seen.length).toBeGreaterThanOrEqual(3)
    // The shortest sane `retry-after` among the channels is longer than the test may take.
    expect(performance.now() - began).toBeLessThan(20_000)
  },
)

test('what a gateway that ends interrupts is tried nowhere else, whether it waits, or its stream has not begun', async () => {
  a.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const silent = await start({ channels: [line('a', a), line('b', b)], retry: { alsoOn: ['connection-error', 'timeout'] } })
  const answers = [ask(silent.url, 'chat', 'm', true), ask(silent.url, 'messages', 'm', true)]
  await waitFor(() => a.seen.length === 2)
  await new Promise((done) => setTimeout(done, 50))
  await silent.close()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503])
  expect(b.seen.length).toBe(0)

  b.answer = refuse(429, { 'retry-after': '5' })
  const waiting = await start({ channels: [line('b', b)], retry: { maxRetryAfter: 10 } })
  const answer = ask(waiting.url, 'chat', 'm', false)
  await waitFor(() => b.seen.length === 1)
  await new Promise((done) => setTimeout(done, 50))
  await waiting.close()
  expect([(await answer).status, b.seen.length]).toEqual([503, 1])
})

test('the attempts of a request are in its usage record and its line of the log', async () => {
  a.answer = refuse(503)
  const gateway = await start({ channels: [line('a', a), line('b', b)], apiKey: 'any-admin' })
  expect((await ask(gateway.url, 'chat', 'm', false, 'Hello', { authorization: 'Bearer any-admin', 'x-api-key': '' })).status).toBe(200)
  await waitFor(() => gateway.log().some(({ attempts, channel }) => attempts === 2 && channel === 'b'))
})
