import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import type { GatewayConfig } from '../../src/index.ts'
import { waitFor } from '../wait-for.ts'
import { startGatewayProcess, type GatewayProcess } from './start-gateway-process.ts'

const mebibyte = 1024 * 1024
const total = 200 * mebibyte
/** Bytes that the gateway and the sockets of both sides may hold for a client that reads nothing: far below the whole answer. */
const bounded = 48 * mebibyte

interface Flood {
  readonly url: string
  /** Bytes that the gateway took of the last answer. */
  sent: number
  left: boolean
}

/** Starts an upstream of Chat that sends as fast as it can: 200 MiB of events, or a document of 48 MiB. */
async function startFlood(): Promise<Flood> {
  const event = Buffer.from(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'x'.repeat(16_000) } }] })}\n\n`,
  )
  const end = `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
  const flood: Flood = { url: '', sent: 0, left: false }
  const pour = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.on('close', () => (flood.left = !response.writableFinished))
    while (flood.sent < total && !response.destroyed) {
      flood.sent += event.length
      if (!response.write(event)) await roomIn(response)
    }
    response.end(end)
  }
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (bytes: Buffer) => (text += bytes.toString()))
    incoming.on('end', () => {
      flood.sent = 0
      flood.left = false
      if (text.includes('"stream":true')) return void pour(response)
      const content = 'y'.repeat(48 * mebibyte)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content } }] }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return Object.assign(flood, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }) // the server listens on TCP
}

function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      response.off('drain', go).off('close', go)
      done()
    }
    response.on('drain', go).on('close', go)
  })
}

let flood: Flood
let gateway: GatewayProcess
/** Gateway with a longer client timeout, for checks before that is over. */
let patient: GatewayProcess
beforeAll(async () => {
  flood = await startFlood()
  const channels: GatewayConfig['channels'] = [{ name: 'flood', format: 'chat', baseUrl: flood.url, models: ['m'] }]
  gateway = await startGatewayProcess({ channels, limits: { clientTimeout: 1, headersTimeout: 1, requestTimeout: 2 } })
  patient = await startGatewayProcess({ channels, limits: { clientTimeout: 5 } })
})

const paths = {
  passing: ['/v1/chat/completions', { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }],
  translated: ['/v1/messages', { model: 'm', stream: true, max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] }],
} as const

/** Sends a request, and reads only on command. */
async function ask({ url }: GatewayProcess, path: string, body: object): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.pause()
  const text = JSON.stringify(body)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer any\r\nanthropic-version: 2023-06-01\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
  return socket
}

describe.each(Object.entries(paths))('a stream, %s', (_name, [path, body]) => {
  test('is not taken from the upstream faster than the client reads it, and is cut when the client takes nothing for the time it has', async () => {
    const before = await gateway.measure()
    const socket = await ask(gateway, path, body)
    await waitFor(() => flood.sent > 0)
    await new Promise((done) => setTimeout(done, 600))
    const sent = flood.sent
    const during = await gateway.measure()
    expect(sent).toBeLessThan(bounded)
    expect(during.heap - before.heap).toBeLessThan(8 * mebibyte)
    expect(during.resident - before.resident).toBeLessThan(2 * bounded)
    await waitFor(() => flood.left)
    expect(flood.sent).toBeLessThan(bounded)
    socket.on('error', () => {}).destroy()
  })
})

test('a client that reads slowly, but reads, gets all of it, and the gateway holds little of it meanwhile', async () => {
  const before = await patient.measure()
  const socket = await ask(patient, ...paths.passing)
  let taken = 0
  let end = ''
  let peak = 0
  // Pauses of 2.6 seconds are more than half of the client timeout.
  let rests = 3
  socket.on('data', (bytes: Buffer) => {
    taken += bytes.length
    end = (end + bytes.toString('latin1')).slice(-100)
    if (rests > 0 && taken > (4 - rests) * 20 * mebibyte) {
      rests--
      socket.pause()
      void patient.measure().then(({ resident }) => (peak = Math.max(peak, resident)))
      setTimeout(() => socket.resume(), 2_600)
    }
  })
  socket.resume()
  await waitFor(() => end.includes('[DONE]'), 100_000)
  expect(taken).toBeGreaterThan(total)
  expect(peak - before.resident).toBeLessThan(2 * bounded)
  socket.destroy()
})

test('a document that the client does not take is let go of, too', async () => {
  const before = await patient.measure()
  const socket = await ask(patient, '/v1/chat/completions', { ...paths.passing[1], stream: false })
  await waitFor(async () => (await patient.measure()).heap - before.heap > 20 * mebibyte)
  await waitFor(async () => {
    // The last text that any regular expression looked at stays until the next one.
    await fetch(`${patient.url}/v1/models/none`, { headers: { authorization: 'Bearer any' } })
    return (await patient.measure()).heap - before.heap < 5 * mebibyte
  })
  socket.on('error', () => {}).destroy()
})

describe('a request that does not come', () => {
  const send = (
    path: string,
    headers: Record<string, string> = {},
  ): { status: Promise<IncomingMessage>; write: (text: string) => boolean } => {
    const asking = request(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-length': '5000', ...headers },
    })
    asking.on('error', () => {})
    asking.flushHeaders()
    return { status: once(asking, 'response').then(([answer]) => answer as IncomingMessage), write: (text) => asking.write(text) } // the event's only value
  }
  const textOf = async (answer: IncomingMessage): Promise<unknown> => {
    let text = ''
    for await (const bytes of answer) text += String(bytes)
    return JSON.parse(text)
  }

  test('a body that stops coming is a 408 in the dialect, and the end of the connection', async () => {
    const began = performance.now()
    const [anthropic, google] = [send('/v1/messages', { 'anthropic-version': '2023-06-01' }), send('/v1beta/models/m:generateContent')]
    anthropic.write('{"model":')
    const answer = await anthropic.status
    expect([answer.statusCode, answer.headers['connection']]).toEqual([408, 'close'])
    expect(await textOf(answer)).toMatchObject({ type: 'error', error: { message: expect.stringContaining('in time') as unknown } })
    const native = await google.status
    expect(await textOf(native)).toMatchObject({ error: { code: 408 } })
    // Servers by themselves give five minutes, and look every half of one.
    expect(performance.now() - began).toBeLessThan(25_000)
  })

  test('a body that drips is ended by the time for the whole request', async () => {
    const dripping = send('/v1/chat/completions')
    const timer = setInterval(() => dripping.write('x'), 300)
    const began = performance.now()
    const answer = await dripping.status
    clearInterval(timer)
    expect(answer.statusCode).toBe(408)
    expect(await textOf(answer)).toMatchObject({ error: { message: expect.stringContaining('in time') as unknown } })
    expect(performance.now() - began).toBeGreaterThan(1_900)
    expect(performance.now() - began).toBeLessThan(25_000)
  })

  test('headers that drip are ended by the time for headers', async () => {
    const { hostname, port } = new URL(gateway.url)
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    socket.on('error', () => {})
    socket.write('POST /v1/messages HTTP/1.1\r\nhost: x\r\n')
    const timer = setInterval(() => socket.write('x-a: b\r\n'), 200)
    await once(socket, 'close')
    clearInterval(timer)
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })
})
