import Anthropic from '@anthropic-ai/sdk'
import { connect } from 'node:net'
import { once } from 'node:events'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'

const hello = [{ role: 'user' as const, content: 'Hello' }]

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ limits: { headerBytes: 8_000, bodyBytes: 100_000, inlineBytes: 30_000, connections: 20 } })
})

const caught = (promise: PromiseLike<unknown>): PromiseLike<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Text that the gateway answers to these bytes. */
async function say(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString()))
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

describe('headers that are too large', () => {
  const headers = { 'x-filler': 'x'.repeat(9_000) }

  test("are a 431, which Anthropic's SDK knows", async () => {
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
    const error = await caught(client.messages.create({ model: 'demo-chat', max_tokens: 10, messages: hello }, { headers }))
    expect(error).toBeInstanceOf(Anthropic.RequestHeaderFieldsTooLargeError)
    expect(error).toMatchObject({ status: 431, error: { type: 'error', error: { type: 'request_too_large' } } })
  })

  test("are a 431 in OpenAI's words", async () => {
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
    const error = await caught(client.responses.create({ model: 'demo-chat', input: 'Hello' }, { headers }))
    expect(error).toMatchObject({ status: 431, message: expect.stringContaining('headers are too large') as unknown })
  })

  test("are a 431 in Google's words", async () => {
    const answer = await post(`${gateway.url}/v1beta/models/demo-chat:generateContent`, {}, headers)
    expect([answer.status, answer.json()]).toMatchObject([431, { error: { code: 431, status: 'INVALID_ARGUMENT' } }])
  })

  test('a request line that is too long is one of them', async () => {
    const answer = await post(`${gateway.url}/v1/messages?x=${'y'.repeat(9_000)}`, {})
    expect([answer.status, answer.json()]).toMatchObject([431, { type: 'error' }])
  })
})

test('what is no HTTP is a 400 in the dialect of its path, as far as it can be read, and the end of the connection', async () => {
  expect(await say('GET / HTTP/1.1\r\nbad header\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"error":/)
  expect(await say('\x16\x03\x01\x02\x00')).toMatch(/^HTTP\/1\.1 400 /)
  const messages = await say('POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: no\r\n\r\n')
  expect(messages).toMatch(/^HTTP\/1\.1 400 [\s\S]*request-id: req_[\s\S]*"type":"error"/)
  const native = await say('POST /v1beta/models/m:generateContent HTTP/1.1\r\nhost: x\r\ncontent-length: no\r\n\r\n')
  expect(native).toContain('"status":"INVALID_ARGUMENT"')
  const broken = 'POST /v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: Bearer any\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'
  expect(await say(broken)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"type":"error"/)
})

test('both lengths at once, and two of them, are refused: they smuggle requests', async () => {
  const head = 'POST /v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: Bearer any\r\n'
  expect(await say(`${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await say(`${head}content-length: 4\r\ncontent-length: 5\r\n\r\nabcd`)).toMatch(/^HTTP\/1\.1 400 /)
})

test('a body over the cap is a 413 that each SDK knows', async () => {
  const content = 'x'.repeat(200_000)
  const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
  const error = await caught(anthropic.messages.create({ model: 'demo-chat', max_tokens: 10, messages: [{ role: 'user', content }] }))
  expect(error).toBeInstanceOf(Anthropic.ContentTooLargeError)
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
  expect(await caught(openai.responses.create({ model: 'demo-chat', input: content }))).toMatchObject({ status: 413 })
  const native = await post(`${gateway.url}/v1beta/models/demo-chat:generateContent`, { contents: [{ parts: [{ text: content }] }] })
  expect([native.status, native.json()]).toMatchObject([413, { error: { code: 413, status: 'INVALID_ARGUMENT' } }])
})

test('files within a native request have a cap of their own, together and decoded', async () => {
  const ask = (bytes: number, method = 'generateContent'): ReturnType<typeof post> => {
    const inlineData = { mimeType: 'image/png', data: Buffer.alloc(bytes / 2).toString('base64') }
    const contents = [
      { role: 'user', parts: [{ text: 'Look' }, { inlineData }, { inline_data: { mime_type: 'image/png', data: inlineData.data } }] },
    ]
    return post(`${gateway.url}/v1beta/models/demo-contents:${method}`, { contents })
  }
  expect((await ask(28_000)).status).toBe(200)
  for (const method of ['generateContent', 'streamGenerateContent', 'countTokens']) {
    const answer = await ask(32_000, method)
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('30000')])
  }
})

test('who is refused may send the rest of its body for a while, but not without end', { timeout: 120_000 }, async () => {
  const { hostname, port } = new URL(gateway.url)
  const pour = async (
    head: string,
    pause: number,
  ): Promise<{ readonly answer: string; readonly sent: number; readonly millis: number }> => {
    const socket = connect({ host: hostname, port: Number(port) })
    let [answer, sent, open] = ['', 0, true]
    socket.on('data', (piece: Buffer) => (answer += piece.toString()))
    socket.on('error', () => {})
    socket.on('close', () => (open = false))
    await once(socket, 'connect')
    const began = performance.now()
    socket.write(`POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n${head}\r\n`)
    while (open && performance.now() - began < 40_000) {
      sent += 10_000
      socket.write('x'.repeat(10_000))
      await new Promise((done) => setTimeout(done, pause))
    }
    socket.destroy()
    return { answer, sent, millis: performance.now() - began }
  }
  const [fast, slow, tooLong] = await Promise.all([pour('', 1), pour('', 1_000), pour('authorization: Bearer any\r\n', 1)])
  expect([fast.answer, slow.answer, tooLong.answer]).toEqual(
    ['401', '401', '413'].map((status) => expect.stringContaining(` ${status} `) as unknown),
  )
  // Bytes on their way between the two sides come on top of the 4 MiB that are thrown away.
  expect(fast.sent).toBeLessThan(20_000_000)
  expect(tooLong.sent).toBeLessThan(20_000_000)
  expect(slow.millis).toBeGreaterThan(4_000)
  // The client would go on for forty seconds.
  expect(slow.millis).toBeLessThan(30_000)
})

test('connections over the limit are closed at once', async () => {
  const { hostname, port } = new URL(gateway.url)
  const sockets = Array.from({ length: 30 }, () => connect({ host: hostname, port: Number(port) }))
  let closed = 0
  for (const socket of sockets) {
    socket.on('error', () => {})
    socket.on('close', () => closed++)
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await waitFor(() => closed >= 10)
  for (const socket of sockets) socket.destroy()
})
