import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { ask, spell } from './ask.ts'

const chunk = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
const last = `${chunk('', 'stop')}data: [DONE]\n\n`

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    channels: [{ name: 'a', format: 'chat', baseUrl: upstream.url, models: ['m'], headers: { 'accept-encoding': 'gzip, br, zstd' } }],
    circuitBreaker: false,
    keepAlive: 0,
  })
})
beforeEach(() => (upstream.seen.length = 0))

const head = (coding: string): Record<string, string> => ({ 'content-type': 'text/event-stream', 'content-encoding': coding })

const codings = [
  ['gzip', () => createGzip()],
  ['x-gzip', () => createGzip()],
  ['deflate', () => createDeflate()],
  ['br', () => createBrotliCompress()],
  ['zstd', () => createZstdCompress()],
] as const

const flushes: Readonly<Record<string, number>> = { br: constants.BROTLI_OPERATION_FLUSH, zstd: constants.ZSTD_e_flush }

/** Reads a streamed answer piece by piece. */
async function open(format: 'chat' | 'messages'): Promise<ReadableStreamDefaultReader<string>> {
  const { path, body } = spell(format, 'm', true, 'Hello')
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
  const response = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
  if (response.body === null) throw new Error('there is no answer')
  return response.body.pipeThrough(new TextDecoderStream()).getReader()
}

for (const [coding, encoder] of codings)
  test.each(['chat', 'messages'] as const)(
    `a ${coding} stream reaches a client of %s piece by piece, as its upstream sends it`,
    async (format) => {
      let go = (): void => {}
      upstream.answer = (response) => {
        const encode = encoder()
        response.writeHead(200, head(coding))
        encode.pipe(response)
        encode.write(chunk('one '))
        encode.flush(flushes[coding] ?? constants.Z_SYNC_FLUSH)
        go = () => {
          encode.write(chunk('two'))
          encode.end(last)
        }
      }
      const reader = await open(format)
      let text = ''
      while (!text.includes('one ')) text += (await reader.read()).value ?? ''
      // The upstream has not said more until now.
      expect(text).not.toContain('two')
      go()
      for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        text += value
      }
      expect(text).toContain('two')
      expect(text).toContain(format === 'chat' ? '[DONE]' : 'message_stop')
    },
  )

test.each([
  [
    'is cut within its coding',
    (response: ServerResponse) => {
      const bytes = gzipSync(chunk('one ') + chunk('x'.repeat(500)) + last)
      response.writeHead(200, head('gzip')).end(bytes.subarray(0, bytes.length - 12))
    },
  ],
  [
    'breaks within its coding',
    (response: ServerResponse) => {
      const encode = createGzip()
      response.writeHead(200, head('gzip'))
      encode.pipe(response, { end: false })
      encode.write(chunk('one '))
      encode.flush(constants.Z_SYNC_FLUSH, () => setTimeout(() => response.destroy(), 50))
    },
  ],
  [
    'is no such coding after its beginning',
    (response: ServerResponse) => {
      const encode = createGzip()
      response.writeHead(200, head('gzip'))
      encode.pipe(response, { end: false })
      encode.write(chunk('one '))
      encode.flush(constants.Z_SYNC_FLUSH, () => setTimeout(() => response.end(Buffer.alloc(500, 0xff)), 50))
    },
  ],
])('a stream that %s shows what came, and ends in an error', async (_, answer) => {
  upstream.answer = answer
  for (const format of ['chat', 'messages'] as const) {
    const { status, text } = await ask(gateway.url, format, 'm', true)
    expect([status, text.includes('one '), /"error":\s*\{/.test(text), text.includes('[DONE]')]).toEqual([200, true, true, false])
  }
})

test.each(['gzip', 'br', 'zstd', 'deflate'])('what says that it is %s and is not is a bad gateway', async (coding) => {
  upstream.answer = (response) => void response.writeHead(200, head(coding)).end(chunk('one') + last)
  expect((await ask(gateway.url, 'chat', 'm', true)).status).toBe(502)
})

test('a coding that nobody knows is a bad gateway', async () => {
  upstream.answer = (response) => void response.writeHead(200, head('rot13')).end(chunk('one') + last)
  for (const stream of [false, true]) expect((await ask(gateway.url, 'chat', 'm', stream)).status).toBe(502)
})

test('a client that leaves ends a compressed stream at its upstream', async () => {
  upstream.answer = (response) => {
    const encode = createGzip()
    response.writeHead(200, head('gzip'))
    encode.pipe(response)
    encode.write(chunk('one '))
    encode.flush(constants.Z_SYNC_FLUSH)
  }
  const reader = await open('chat')
  await reader.read()
  await reader.cancel()
  await waitFor(() => upstream.seen[0]?.left === true)
})

test('a small piece that hides a large one fills no memory where the client reads slowly', async () => {
  // 200 MB of events in less than 100 KB.
  const events = chunk('x'.repeat(10_000)).repeat(20_000)
  const bomb = zstdCompressSync(Buffer.from(events))
  expect(bomb.length).toBeLessThan(100_000)
  upstream.answer = (response) => void response.writeHead(200, head('zstd')).end(bomb)
  const { path, body } = spell('chat', 'm', true, 'Hello')
  const asked = httpRequest(gateway.url + path, { method: 'POST', headers: { authorization: 'Bearer any' } })
  const before = process.memoryUsage().rss
  const response = await new Promise<IncomingMessage>((done) => {
    asked.on('response', done)
    asked.end(JSON.stringify(body))
  })
  // The client reads the head only.
  await new Promise((done) => setTimeout(done, 1_500))
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
  // A client that reads gets the whole answer.
  let read = 0
  try {
    for await (const piece of response) read += (piece as Buffer).length // no encoding is set
  } catch {
    // The upstream's stream has no end, so ours breaks behind its error, when all was read.
  }
  expect(read).toBeGreaterThan(events.length)
}, 120_000)
