import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

/** Text that comes back for these bytes, until the connection ends or `enough` has come; then `more` is sent, once. */
function talk(url: string, bytes: string, enough?: RegExp, more = ''): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done, failed) => {
    let text = ''
    let sent = false
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (enough?.test(text) !== true || sent) return
      sent = true
      if (more === '') socket.end()
      else socket.write(more)
    })
    socket.on('close', () => done(text))
    socket.on('error', failed)
  })
}

const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
const document =
  '{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"well"},"finish_reason":"stop"}]}'

async function start(): Promise<{ readonly url: string; readonly seen: readonly unknown[] }> {
  const upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(document)
  const { url } = await startGateway({ channels: [{ name: 'a', format: 'chat', baseUrl: upstream.url, models: ['m'] }] })
  return { url, seen: upstream.seen }
}

const head = (key: string, rest: string): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${rest}\r\n`

test.each(['/v1/chat/completions', '/v1/messages', '/v1/responses', '/v1beta/models/m:generateContent', '/health', '/nothing'])(
  'two Host headers are refused in the dialect of %s, and the connection ends',
  async (path) => {
    const { url, seen } = await start()
    const text = await talk(url, `POST ${path} HTTP/1.1\r\nHost: a\r\nhOsT: b\r\nauthorization: Bearer any\r\ncontent-length: 2\r\n\r\n{}`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('more than one Host header')
    expect(seen).toEqual([])
  },
)

test('whoever has no key is never asked for a body', async () => {
  const { url, seen } = await start()
  const text = await talk(url, head('wrong', 'Expect: 100-continue\r\n'))
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(text.toLowerCase()).toContain('connection: close')
  expect(seen).toEqual([])
})

test('whoever has a key is asked for the body, and answered', async () => {
  const { url, seen } = await start()
  const text = await talk(url, head('any', 'Expect: 100-continue\r\nconnection: close\r\n'), /^HTTP\/1\.1 100 Continue\r\n\r\n/, body)
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  expect(text).toContain('well')
  expect(seen.length).toBe(1)
})

test('a body that comes unasked is taken as well', async () => {
  const { url } = await start()
  expect(await talk(url, head('any', 'Expect: 100-continue\r\nconnection: close\r\n') + body)).toContain('well')
})
