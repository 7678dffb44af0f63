import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { ask, formats } from './ask.ts'

/** A generator of the same numbers on every machine, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Behaviours of an upstream; true: the work was done, or may have been done. */
const behaviours: readonly (readonly [boolean, (response: ServerResponse, stream: boolean) => void])[] = [
  [true, (response, stream) => good(response, stream)],
  [true, (response, stream) => good(response, stream)],
  [true, (response) => refuse(response, 500)],
  [true, (response) => refuse(response, 502)],
  [true, (response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>lost</h1>')],
  [true, (response) => void response.destroy()],
  [true, (response, stream) => void response.writeHead(200, typeOf(stream)).write('data: {', () => response.destroy())],
  [true, (response, stream) => void response.writeHead(200, typeOf(stream)).end()],
  [true, (response) => void setTimeout(() => response.destroy(), 20)],
  [false, (response) => refuse(response, 429)],
  [false, (response) => refuse(response, 429, { 'retry-after': '0' })],
  [false, (response) => refuse(response, 503)],
  [false, (response) => refuse(response, 529)],
  [false, (response) => refuse(response, 401)],
  [false, (response) => refuse(response, 404)],
  [false, (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
]

const typeOf = (stream: boolean): Record<string, string> => ({ 'content-type': stream ? 'text/event-stream' : 'application/json' })

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no","type":"x","code":null}}')
}

function good(response: ServerResponse, stream: boolean): void {
  const base = { id: 'c1', created: 1, model: 'm' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const head = response.writeHead(200, typeOf(stream))
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'all is done' }, finish_reason: 'stop' }]
    return void head.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }))
  }
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'all is done' }, finish_reason: 'stop' }]
  head.end(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices })}\n\ndata: [DONE]\n\n`)
}

const servers: { close(): void }[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

test(
  'whatever upstreams do: no request is carried out twice, and whoever gets an answer had it carried out',
  { timeout: 120_000 },
  async () => {
    const random = createRandom(20_261_121)
    /** Calls by request: how often it was sent, and how often the work was done or may have been done. */
    const fates = new Map<string, { asked: number; done: number }>()

    function serve(request: IncomingMessage, response: ServerResponse): void {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const name = /request-\d+-/.exec(body)?.[0] ?? ''
        const fate = fates.get(name) ?? { asked: 0, done: 0 }
        const [done, answer] = behaviours[Math.floor(random() * behaviours.length)] ?? [true, good]
        fate.asked++
        if (done) fate.done++
        fates.set(name, fate)
        answer(response, body.includes('"stream":true'))
      })
    }

    const lines: ChannelConfig[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      const server = createServer(serve)
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      servers.push({ close: () => void server.close().closeAllConnections() })
      const { port } = server.address() as AddressInfo // the server listens on TCP
      lines.push({ name, format: 'chat', baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', models: ['m'], weight: 1 })
    }
    lines.push({ name: 'gone', format: 'chat', baseUrl: 'http://127.0.0.1:1', models: ['m'], weight: 1 })
    const gateway = await startGateway({
      channels: lines,
      retry: { attempts: 6, backoff: 0.002 },
      circuitBreaker: false,
    })

    let number = 0
    let served = 0
    const statuses = new Map<number, number>()
    async function client(): Promise<void> {
      while (number < 1_200) {
        const name = `request-${number++}-`
        const format = formats[number % formats.length] ?? 'chat'
        const { status, text } = await ask(gateway.url, format, 'm', number % 3 === 0, name)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const { done } = fates.get(name) ?? { done: 0 }
        expect(done).toBeLessThanOrEqual(1)
        if (!text.includes('all is done')) continue
        served++
        expect([status, done]).toEqual([200, 1])
      }
    }
    await Promise.all(Array.from({ length: 12 }, client))
    console.log(`1200 requests: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}, ${served} served`)
    // The test proves its point only if many requests are repeated, and many succeed.
    expect([...fates.values()].filter(({ asked }) => asked > 1).length).toBeGreaterThan(200)
    expect(served).toBeGreaterThan(100)
    // An absent `attempts` means one call.
    const counted = (): readonly number[] =>
      gateway.log().flatMap(({ model, attempts: calls = 1 }) => (model === 'm' ? [Number(calls)] : []))
    await waitFor(() => counted().length >= 1_200)
    expect(counted()).toHaveLength(1_200)
    const attempts = counted().reduce((sum, count) => sum + count, 0)
    const asked = [...fates.values()].reduce((sum, fate) => sum + fate.asked, 0)
    // Calls of the upstream that is not there are attempts, too.
    expect(attempts).toBeGreaterThanOrEqual(asked)
  },
)
