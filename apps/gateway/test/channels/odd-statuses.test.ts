import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { ask, formats } from './ask.ts'

/** Starts a server with a status line that no HTTP library would write. */
async function startOdd(status: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.end(`HTTP/1.1 ${status} Odd\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  const { port } = server.address() as AddressInfo // the server listens on TCP
  return `http://127.0.0.1:${port}`
}

test.each(['600', '700', '999', '000', '099', '304', '305'])(
  'a status that is no error of HTTP (%s) is a bad gateway in every dialect',
  async (status) => {
    const baseUrl = await startOdd(status)
    const gateway = await startGateway({
      channels: formats.map((format) => ({ name: format, format, baseUrl, models: [format] })),
      circuitBreaker: false,
    })
    for (const client of formats)
      for (const target of formats)
        for (const stream of [false, true]) {
          const answer = await ask(gateway.url, client, target, stream)
          expect([client, target, stream, answer.status]).toEqual([client, target, stream, 502])
          expect(answer.json()).toMatchObject({ error: { message: expect.any(String) } })
        }
  },
)

/** Status for the client, calls of the first channel, which redirects to the second, and requests that the second saw. */
async function redirect(status: number): Promise<{ readonly status: number; readonly first: number; readonly second: readonly unknown[] }> {
  const [first, second] = [await startUpstream(), await startUpstream()]
  first.answer = (response) => void response.writeHead(status, { location: `${second.url}/elsewhere` }).end()
  const channels = [first, second].map(({ url }, index) => ({
    name: `c${index}`,
    format: 'chat' as const,
    baseUrl: url,
    models: ['m'],
    priority: index,
  }))
  const gateway = await startGateway({ channels })
  const answer = await ask(gateway.url, 'chat', 'm', false)
  return { status: answer.status, first: first.seen.length, second: second.seen.map(({ url }) => url) }
}

test.each([301, 302, 307, 308])('a redirect (%i) is not followed: the next channel is asked', async (status) => {
  expect(await redirect(status)).toMatchObject({ first: 1, second: ['/v1/chat/completions'] })
})

test('a 303 says that the request was carried out: no other channel is asked', async () => {
  expect(await redirect(303)).toEqual({ status: 502, first: 1, second: [] })
})
