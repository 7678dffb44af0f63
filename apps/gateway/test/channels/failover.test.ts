import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { ask, formats, type ClientFormat } from './ask.ts'

/** How the first channel misbehaves, and what may follow: `other` the second channel answers, a number is the status that the client gets. */
interface Row {
  readonly title: string
  /** Directives of the demo provider, as headers that only this channel sends. */
  readonly headers?: Readonly<Record<string, string>>
  readonly channel?: Partial<ChannelConfig>
  readonly document: 'other' | 'first' | number
  /** Where it differs: `broken` is a stream that began and ends in an error. */
  readonly stream?: 'other' | 'first' | 'broken' | number
}

const again = ['broken', 'timeout', 500, 502, 504] as const

const rows: readonly Row[] = [
  { title: 'is well', document: 'first' },
  { title: 'is slow', headers: { 'x-demo-slow': '2ms' }, document: 'first' },
  { title: 'limits the rate', headers: { 'x-demo-rate-limit': '' }, document: 'other' },
  { title: 'is overloaded', headers: { 'x-demo-overloaded': '' }, document: 'other' },
  { title: 'refuses with 503', headers: { 'x-demo-status': '503' }, document: 'other' },
  { title: 'refuses with 529', headers: { 'x-demo-status': '529' }, document: 'other' },
  { title: 'refuses the credentials (401)', headers: { 'x-demo-status': '401' }, document: 'other' },
  { title: 'wants to be paid (402)', headers: { 'x-demo-status': '402' }, document: 'other' },
  { title: 'refuses the rights (403)', headers: { 'x-demo-status': '403' }, document: 'other' },
  { title: 'does not know the model (404)', headers: { 'x-demo-status': '404' }, document: 'other' },
  { title: 'finds the request wrong (400)', headers: { 'x-demo-status': '400' }, document: 400 },
  { title: 'has a conflict (409)', headers: { 'x-demo-status': '409' }, document: 409 },
  { title: 'finds the prompt too long', headers: { 'x-demo-context-length': '' }, document: 400 },
  { title: 'fails with 500, perhaps in the middle of the work', headers: { 'x-demo-status': '500' }, document: 500 },
  { title: 'fails with 502', headers: { 'x-demo-status': '502' }, document: 502 },
  { title: 'fails with 504', headers: { 'x-demo-status': '504' }, document: 504 },
  { title: 'stands behind a proxy that fails', headers: { 'x-demo-html-502': '' }, document: 502 },
  { title: 'breaks in the middle', headers: { 'x-demo-cut': '' }, document: 502, stream: 'broken' },
  { title: 'breaks before the first event', headers: { 'x-demo-cut': 'after=0' }, document: 502, stream: 502 },
  { title: 'ends in the middle', headers: { 'x-demo-cut-clean': '' }, document: 502, stream: 'broken' },
  { title: 'is overloaded in the first event', headers: { 'x-demo-error-event': 'after=0' }, document: 502, stream: 'other' },
  { title: 'is overloaded in a later event', headers: { 'x-demo-error-event': 'after=4' }, document: 502, stream: 'broken' },
  // Of a stream that passes nobody reads every event.
  { title: 'sends what is no JSON', headers: { 'x-demo-malformed': '' }, document: 502, stream: 'first' },
  { title: 'is silent', headers: { 'x-demo-stall': '60s first' }, channel: { timeouts: { firstByte: 0.3 } }, document: 504 },
  { title: 'refuses the connection', channel: { baseUrl: 'http://127.0.0.1:1' }, document: 'other' },
  { title: 'speaks no TLS where TLS is spoken', channel: { baseUrl: 'https://tls' }, document: 'other' },
  { title: 'closes the connection after it took the request', channel: { baseUrl: 'http://closer' }, document: 502 },
  {
    title: 'fails with 500, and may be repeated',
    headers: { 'x-demo-status': '500' },
    channel: { retryOn: [...again] },
    document: 'other',
  },
  {
    title: 'fails with 504, and may be repeated',
    headers: { 'x-demo-status': '504' },
    channel: { retryOn: [...again] },
    document: 'other',
  },
  {
    title: 'is silent, and may be repeated',
    headers: { 'x-demo-stall': '60s first' },
    channel: { timeouts: { firstByte: 0.3 }, retryOn: [...again] },
    document: 'other',
  },
  {
    title: 'closes the connection, and may be repeated',
    channel: { baseUrl: 'http://closer', retryOn: [...again] },
    document: 'other',
  },
  {
    title: 'breaks before the first event, and may be repeated',
    headers: { 'x-demo-cut': 'after=0' },
    channel: { retryOn: [...again] },
    document: 502,
    stream: 'other',
  },
]

let first: ScriptedProvider
let second: ScriptedProvider
let gateway: RunningGateway
/** Requests that the server which takes all and answers nothing has taken. */
let taken = 0

/** Reads a request to its end, then closes without a word. */
const closer = createServer((socket) => {
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    const head = text.indexOf('\r\n\r\n')
    if (length === undefined || head === -1 || text.length - head - 4 < Number(length)) return
    taken++
    socket.destroy()
  })
})

beforeAll(async () => {
  first = await startScriptedProvider()
  second = await startScriptedProvider()
  await new Promise<void>((done) => closer.listen(0, '127.0.0.1', done))
  const { port } = closer.address() as AddressInfo // it listens on TCP
  const urls: Readonly<Record<string, string>> = {
    'http://closer': `http://127.0.0.1:${port}`,
    'https://tls': first.url.replace('http:', 'https:'),
  }
  const channels: ChannelConfig[] = []
  for (const [number, row] of rows.entries())
    for (const [place, format] of formats.entries()) {
      const { baseUrl = first.url, ...rest } = row.channel ?? {}
      const models = [`m${number}-${format}`]
      const common = { apiKey: 'sk-first', circuit: false as const, models }
      channels.push({
        ...common,
        name: `first-${number}-${format}`,
        format,
        baseUrl: urls[baseUrl] ?? baseUrl,
        headers: { ...row.headers },
        ...rest,
      })
      // The second speaks another format: the request is translated anew for it.
      channels.push({
        ...common,
        name: `second-${number}-${format}`,
        format: formats[(place + 1) % formats.length] ?? format,
        baseUrl: second.url,
        apiKey: 'sk-second',
      })
    }
  gateway = await startGateway({ channels, retry: { backoff: 0 }, liveness: 0 })
})
afterAll(async () => {
  await first.close()
  await second.close()
  closer.close()
})

/** Requests that each provider has got so far. */
const counts = (): { readonly first: number; readonly second: number } => ({
  first: first.stats().requests + taken,
  second: second.stats().requests,
})

const failed = /"?error"?/

describe.each(formats)('a client of %s', (client: ClientFormat) => {
  test.each(rows.map((row, number) => ({ ...row, number })))('whose first channel $title', async (row) => {
    const { number } = row
    for (const stream of [false, true]) {
      const expected = stream ? (row.stream ?? row.document) : row.document
      const before = counts()
      const answer = await ask(gateway.url, client, `m${number}-${client}`, stream)
      const after = counts()
      const asked = { first: after.first - before.first, second: after.second - before.second }
      const reached = row.channel?.baseUrl === 'http://127.0.0.1:1' || row.channel?.baseUrl === 'https://tls' ? 0 : 1
      const told = { stream, status: answer.status, asked }
      switch (expected) {
        case 'other':
          expect(told).toEqual({ stream, status: 200, asked: { first: reached, second: 1 } })
          expect(answer.text).toContain('Demo provider')
          expect(answer.text).not.toMatch(/"error":\s*\{/)
          break
        case 'first':
          expect(told).toEqual({ stream, status: 200, asked: { first: 1, second: 0 } })
          break
        case 'broken':
          // It may have been carried out: nobody does it once more.
          expect(told).toEqual({ stream, status: 200, asked: { first: 1, second: 0 } })
          expect(answer.text).toMatch(failed)
          break
        default:
          expect(told).toEqual({ stream, status: expected, asked: { first: 1, second: 0 } })
          expect(answer.json()).toMatchObject({ error: { message: expect.stringMatching(/./) as unknown } })
      }
    }
  })
})
