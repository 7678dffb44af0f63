import { type ScriptedProvider, startScriptedProvider } from '@interlingua/scripted-provider/http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { type RunningUpstream, startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { type ClientFormat, formats, spell } from './ask.ts'

/** Milliseconds: far fewer than an upstream would go on working, and more than a busy machine needs to notice. */
const timeoutMs = 10_000

let provider: ScriptedProvider
let upstream: RunningUpstream
/** Server that accepts connections and never answers. */
let bytes = 0
const mutes = new Set<Socket>()
const mute = createServer((socket) => {
  mutes.add(socket.on('error', () => {}))
  socket.on('data', (chunk) => (bytes += chunk.length))
})
let gateway: RunningGateway

beforeAll(async () => {
  provider = await startScriptedProvider()
  upstream = await startUpstream()
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
  const line = (name: string, rest: Partial<ChannelConfig>): ChannelConfig => ({
    name,
    format: 'chat',
    baseUrl: upstream.url,
    models: [name],
    circuitBreaker: false,
    ...rest,
  })
  const { port } = mute.address() as AddressInfo // the server listens on TCP
  gateway = await startGateway({
    channels: [
      ...formats.map((format) => line(`demo-at-${format}`, { format, baseUrl: provider.url, apiKey: 'demo' })),
      line('again', {}),
      line('narrow', { concurrency: { limit: 1, queue: 5, queueTimeout: 60 } }),
      line('far', { baseUrl: `https://127.0.0.1:${port}`, timeouts: { connect: 2 } }),
    ],
    retry: { backoff: 0, maxRetryAfter: 5, attempts: 3 },
  })
})
beforeEach(() => (upstream.seen.length = 0))
afterAll(async () => {
  await provider.close()
  mute.close()
  for (const socket of mutes) socket.destroy()
})

/** Begins a request. `leave` ends the connection like a client that is closed. */
function begin(
  format: ClientFormat,
  model: string,
  stream: boolean,
  text: string,
): { leave: () => void; answer: Promise<number | undefined> } {
  const { path, body } = spell(format, model, stream, text)
  const controller = new AbortController()
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
  const answer = fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body), signal: controller.signal })
    .then(async (response) => {
      await response.text()
      return response.status
    })
    .catch(() => undefined)
  return { leave: () => controller.abort(), answer }
}

const outcomes = (model: string): unknown[] =>
  gateway
    .log()
    .filter((entry) => entry['model'] === model)
    .map((entry) => entry['outcome'])

/** Waits until so many requests stand in line for their upstream. */
async function waitForLine(length: number): Promise<void> {
  await waitFor(async () => {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    return metrics.includes(`\ninterlingua_channel_waiting{channel="narrow"} ${length}\n`)
  })
}

for (const stream of [false, true])
  test.each([
    ['before the first byte', '[demo:stall 30s first]'],
    ['in the middle of its answer', '[demo:stall 30s]'],
  ])(
    `a client of any format that leaves ${stream ? 'a stream' : 'a document'} %s ends its upstream's work with it`,
    async (_, directive) => {
      for (const client of formats)
        for (const upstreamFormat of formats) {
          const before = provider.stats()
          const { leave, answer } = begin(client, `demo-at-${upstreamFormat}`, stream, `Hello ${directive}`)
          await waitFor(() => provider.stats().active === before.active + 1)
          await new Promise((done) => setTimeout(done, 20))
          leave()
          await waitFor(() => provider.stats().active === before.active, timeoutMs)
          await answer
          expect(provider.stats()).toEqual({ ...before, requests: before.requests + 1, abandoned: before.abandoned + 1 })
        }
    },
  )

test('a client that leaves while its request waits to be repeated takes it along', async () => {
  upstream.answer = (response) => void response.writeHead(429, { 'retry-after': '3' }).end('{"error":{"message":"slow down"}}')
  const { leave, answer } = begin('chat', 'again', false, 'Hello')
  await waitFor(() => upstream.seen.length === 1)
  await new Promise((done) => setTimeout(done, 100))
  leave()
  await answer
  await waitFor(() => outcomes('again').length === 1, timeoutMs)
  await new Promise((done) => setTimeout(done, 3_500))
  expect([upstream.seen.length, outcomes('again')]).toEqual([1, ['cancelled']])
})

test('a client that leaves the line gives its place to the next, and is never served', async () => {
  const go: (() => void)[] = []
  upstream.answer = (response) => void go.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}'))
  const running = begin('chat', 'narrow', false, 'one')
  await waitFor(() => go.length === 1)
  const waiting = begin('chat', 'narrow', false, 'two')
  await waitForLine(1)
  const next = begin('chat', 'narrow', false, 'three')
  await waitForLine(2)
  waiting.leave()
  await waiting.answer
  await waitFor(() => outcomes('narrow').length === 1, timeoutMs)
  go[0]?.()
  await running.answer
  await waitFor(() => go.length === 2, timeoutMs)
  go[1]?.()
  await next.answer
  expect(
    upstream.seen.map(({ body }) => (JSON.parse(body.toString()) as { messages: { content: string }[] }).messages[0]?.content),
  ).toEqual(['one', 'three'])
})

test('one whose place is being served when its client leaves gives that place back', async () => {
  upstream.answer = () => {}
  const running = begin('chat', 'narrow', false, 'one')
  await waitFor(() => upstream.seen.length === 1)
  const next = begin('chat', 'narrow', false, 'two')
  await waitForLine(1)
  upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
  running.leave()
  expect(await next.answer).toBe(400)
  await waitFor(() => upstream.seen[0]?.left === true)
  expect(upstream.seen.map(({ left }) => left)).toEqual([true, false])
})

test('a client that leaves before there is a connection sends nothing on it', async () => {
  const { leave, answer } = begin('chat', 'far', false, 'Hello')
  await waitFor(() => mutes.size === 1 && bytes > 0)
  leave()
  await answer
  const begun = bytes
  await new Promise((done) => setTimeout(done, 3_000))
  // A handshake was begun; no second one is.
  expect([mutes.size, bytes]).toEqual([1, begun])
})
