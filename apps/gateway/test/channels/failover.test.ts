import { type ScriptedProvider, startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { ask, formats } from './ask.ts'

/** Failure of the first channel, and the expected outcome: `other`, the second channel answers; a number, the client's status. */
interface Row {
  readonly title: string
  /** Directives of the demo provider, as headers that only this channel sends. */
  readonly headers?: Readonly<Record<string, string>>
  readonly channel?: Partial<ChannelConfig>
  readonly document: 'other' | 'first' | number
  /** Outcome for a stream, if another than for a document; `connection-error` is a stream that began and ends in an error. */
  readonly stream?: 'other' | 'first' | 'connection-error' | number
  /** A stream that is translated, where that differs again. */
  readonly translated?: 'connection-error'
}

const again = ['connection-error', 'timeout', 500, 502, 504] as const

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
  { title: 'breaks in the middle', headers: { 'x-demo-cut': '' }, document: 502, stream: 'connection-error' },
  { title: 'breaks before the first event', headers: { 'x-demo-cut': 'after=0' }, document: 502, stream: 502 },
  { title: 'ends in the middle', headers: { 'x-demo-cut-clean': '' }, document: 502, stream: 'connection-error' },
  { title: 'is overloaded in the first event', headers: { 'x-demo-error-event': 'after=0' }, document: 502, stream: 'other' },
  { title: 'is overloaded in a later event', headers: { 'x-demo-error-event': 'after=4' }, document: 502, stream: 'connection-error' },
  { title: 'sends what is no JSON', headers: { 'x-demo-malformed': '' }, document: 502, stream: 'connection-error' },
  { title: 'is silent', headers: { 'x-demo-stall': '60s first' }, channel: { timeouts: { firstByte: 1 } }, document: 504 },
  {
    title: 'falls silent in the middle',
    headers: { 'x-demo-stall': '60s' },
    channel: { timeouts: { firstByte: 30, idle: 0.3 } },
    document: 504,
    stream: 'connection-error',
  },
  { title: 'sends nothing and says that all is well', channel: { baseUrl: 'http://odd/empty' }, document: 502 },
  { title: 'sends a page and says that all is well', channel: { baseUrl: 'http://odd/page' }, document: 502 },
  { title: 'answers with a document where a stream was asked for', channel: { baseUrl: 'http://odd/json' }, document: 502 },
  { title: 'says elsewhere (307)', channel: { baseUrl: 'http://odd/redirect' }, document: 'other' },
  { title: 'says that it was done and the answer is elsewhere (303)', channel: { baseUrl: 'http://odd/see-other' }, document: 502 },
  { title: 'refuses with a bare 503, as proxies do', channel: { baseUrl: 'http://odd/bare-503' }, document: 503 },
  { title: 'wants the caller to sign in at a proxy (407)', headers: { 'x-demo-status': '407' }, document: 'other' },
  { title: 'refuses the connection', channel: { baseUrl: 'http://127.0.0.1:1' }, document: 'other' },
  { title: 'speaks no TLS where TLS is spoken', channel: { baseUrl: 'https://tls' }, document: 'other' },
  { title: 'closes the connection after it took the request', channel: { baseUrl: 'http://closer' }, document: 502 },
  {
    title: 'fails with 500, and may be repeated',
    headers: { 'x-demo-status': '500' },
    channel: { retry: { alsoOn: [...again] } },
    document: 'other',
  },
  {
    title: 'fails with 504, and may be repeated',
    headers: { 'x-demo-status': '504' },
    channel: { retry: { alsoOn: [...again] } },
    document: 'other',
  },
  {
    title: 'is silent, and may be repeated',
    headers: { 'x-demo-stall': '60s first' },
    channel: { timeouts: { firstByte: 1 }, retry: { alsoOn: [...again] } },
    document: 'other',
  },
  {
    title: 'closes the connection, and may be repeated',
    channel: { baseUrl: 'http://closer', retry: { alsoOn: [...again] } },
    document: 'other',
  },
  {
    title: 'breaks before the first event, and may be repeated',
    headers: { 'x-demo-cut': 'after=0' },
    channel: { retry: { alsoOn: [...again] } },
    document: 502,
    stream: 'other',
  },
]

let first: ScriptedProvider
let second: ScriptedProvider
let gateway: RunningGateway
/** Numbers of requests that each side has got, by case. */
const got = new Map<string, { first: number; second: number }>()

function take(side: 'first' | 'second', body: string): void {
  const [name = ''] = /case-[\w-]+/.exec(body) ?? []
  const counts = got.get(name) ?? { first: 0, second: 0 }
  counts[side]++
  got.set(name, counts)
}

/** Reads a request to its end, then closes without a word. */
const closer = createServer((socket) => {
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    const head = text.indexOf('\r\n\r\n')
    if (length === undefined || head === -1 || text.length - head - 4 < Number(length)) return
    take('first', text)
    socket.destroy()
  })
})

const odd = createHttpServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  request.on('end', () => {
    take('first', text)
    const url = request.url ?? ''
    const events = url.includes('streamGenerateContent') || text.includes('"stream":true')
    const type = { 'content-type': events ? 'text/event-stream' : 'application/json' }
    if (url.startsWith('/empty')) response.writeHead(200, type).end()
    else if (url.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    else if (url.startsWith('/json')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":1}')
    else if (url.startsWith('/redirect')) response.writeHead(307, { location: `${second.url}${url.replace('/redirect', '')}` }).end()
    else if (url.startsWith('/see-other')) response.writeHead(303, { location: `${second.url}/done` }).end()
    else response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>upstream connect error or disconnect</h1>')
  })
})

beforeAll(async () => {
  first = await startScriptedProvider({ onRequest: ({ body }) => take('first', body) })
  second = await startScriptedProvider({ onRequest: ({ body }) => take('second', body) })
  await new Promise<void>((done) => closer.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done))
  const portOf = (server: typeof closer): number => (server.address() as AddressInfo).port // the servers listen on TCP
  const urls: Readonly<Record<string, string>> = {
    'http://closer': `http://127.0.0.1:${portOf(closer)}`,
    'https://tls': first.url.replace('http:', 'https:'),
  }
  const channels: ChannelConfig[] = []
  for (const [number, row] of rows.entries())
    for (const [place, format] of formats.entries()) {
      const { baseUrl = first.url, ...rest } = row.channel ?? {}
      const models = [`m${number}-${format}`]
      const common = { apiKey: 'sk-first', circuitBreaker: false as const, models }
      channels.push({
        ...common,
        name: `first-${number}-${format}`,
        format,
        baseUrl: (urls[baseUrl] ?? baseUrl).replace('http://odd', `http://127.0.0.1:${portOf(odd)}`),
        headers: { ...row.headers },
        ...rest,
      })
      // The second channel has another format, so the request is translated anew.
      channels.push({
        ...common,
        name: `second-${number}-${format}`,
        format: formats[(place + 1) % formats.length] ?? format,
        baseUrl: second.url,
        apiKey: 'sk-second',
      })
    }
  gateway = await startGateway({ channels, retry: { backoff: 0 }, keepAlive: 0 })
})
afterAll(async () => {
  await first.close()
  await second.close()
  closer.close()
  odd.close()
  odd.closeAllConnections()
  printTable()
})

const failed = /"error":\s*(?!null)/

/** `same`: the first channel speaks the client's format, so bytes pass; `translated`: another format. */
const ways = ['same', 'translated'] as const
const columns = ways.flatMap((way) => formats.map((client) => ({ client, way })))

/** Outcomes by title of the row, one for each column: the document, then the stream. */
const seen = new Map<string, string[]>(rows.map(({ title }) => [title, []]))

function note(title: string, column: number, outcome: string): void {
  const cells = seen.get(title) ?? []
  cells[column] = cells[column] === undefined ? outcome : `${cells[column]}/${outcome}`
}

/** Prints the table of outcomes. */
function printTable(): void {
  const width = Math.max(...rows.map(({ title }) => title.length)) + 2
  const spell = (title: string, cells: readonly string[]): string => title.padEnd(width) + cells.map((cell) => cell.padEnd(12)).join('')
  const lines = [
    'Who answers a document/a stream: the 1st or the 2nd channel; else the status, or an error within the stream.',
    spell(
      'the first channel speaks',
      columns.map(({ way }) => (way === 'same' ? 'the same' : 'another')),
    ),
    spell(
      'the first channel',
      columns.map(({ client }) => client),
    ),
    ...[...seen].map(([title, cells]) => spell(title, cells)),
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

describe.concurrent.each(columns)('a client of $client, $way', ({ client, way }) => {
  const column = columns.findIndex((known) => known.client === client && known.way === way)
  const format = way === 'same' ? client : (formats[(formats.indexOf(client) + 1) % formats.length] ?? client)

  test.each(rows.map((row, number) => ({ ...row, number })))('whose first channel $title', async ({ number, title, ...row }) => {
    const reached = row.channel?.baseUrl === 'http://127.0.0.1:1' || row.channel?.baseUrl === 'https://tls' ? 0 : 1
    for (const stream of [false, true]) {
      const expected = stream ? ((way === 'translated' ? row.translated : undefined) ?? row.stream ?? row.document) : row.document
      const name = `case-${number}-${client}-${way}-${stream ? 'stream' : 'document'}`
      const { status, text, json } = await ask(gateway.url, client, `m${number}-${format}`, stream, name)
      const { first: asked, second: askedNext } = got.get(name) ?? { first: 0, second: 0 }
      const shown = status !== 200 ? String(status) : askedNext > 0 ? '2nd' : failed.test(text) ? 'error' : '1st'
      note(title, column, shown)
      switch (expected) {
        case 'other':
          expect([shown, asked, askedNext]).toEqual(['2nd', reached, 1])
          expect(text).toContain('Demo provider')
          expect(text).not.toMatch(failed)
          break
        case 'first':
          expect([shown, asked, askedNext]).toEqual(['1st', 1, 0])
          break
        case 'connection-error':
          // The upstream may have done the work, so no channel is asked a second time.
          expect([shown, asked, askedNext]).toEqual(['error', 1, 0])
          break
        default: {
          // The format messages has a status of its own for an overload; bytes that pass keep the upstream's.
          const told = expected === 503 && client === 'messages' && way === 'translated' ? 529 : expected
          expect([shown, asked, askedNext]).toEqual([String(told), 1, 0])
          expect(json()).toMatchObject({ error: { message: expect.stringMatching(/./) as unknown } })
        }
      }
    }
  })
})

test('the providers have counted as many requests as these cases', () => {
  const counts = [...got.values()]
  const odds = rows.filter(({ channel }) => /closer|odd/.test(channel?.baseUrl ?? '')).length * columns.length * 2
  expect(counts.reduce((sum, count) => sum + count.first, 0)).toBe(first.stats().requests + odds)
  expect(counts.reduce((sum, count) => sum + count.second, 0)).toBe(second.stats().requests)
})
