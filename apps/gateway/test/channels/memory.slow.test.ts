import { type ClientRequest, createServer, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { type ClientFormat, formats, spell } from './ask.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the flag `--expose-gc` gives new contexts this function

const streams = 6
/** Text of each request. Two bytes a character on the wire. */
const text = 'ä'.repeat(2_000_000)
const bodyBytes = 4_000_000

const open: ServerResponse[] = []
let taken = 0
const known = new Set<string>()
/** Server that keeps only the name of a request, and refuses it, or begins an answer that does not end. */
const server = createServer((request, response) => {
  let name: string | undefined
  request.on('data', (chunk: Buffer) => {
    taken += chunk.length
    name ??= /request-\d+-/.exec(chunk.toString('latin1'))?.[0]
  })
  request.on('end', () => {
    const first = name !== undefined && !known.has(name)
    known.add(name ?? '')
    if (request.headers.authorization === 'Bearer refuse' || (request.headers.authorization === 'Bearer once' && first))
      return void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
    open.push(response)
    const begin = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' }
    const choices = [{ index: 0, delta: { role: 'assistant', content: 'well' }, finish_reason: null }]
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${JSON.stringify({ ...begin, choices })}\n\n`)
  })
})

let gateway: RunningGateway
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const line = (name: string, model: string): ChannelConfig => ({
    name,
    format: 'chat',
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: name,
    models: [model],
    circuitBreaker: false,
  })
  gateway = await startGateway({ channels: [line('refuse', 'elsewhere'), line('take', 'elsewhere'), line('once', 'again')], keepAlive: 0 })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Bytes that are held after all that can be collected is. */
async function measure(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collect()
    await new Promise((done) => setTimeout(done, 30))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let number = 0

function begin(format: ClientFormat, bytes: Buffer, path: string): Promise<ClientRequest> {
  return new Promise((done, fail) => {
    // Each request has the same bytes, but for a number within.
    const name = `request-${++number}-`
    const place = bytes.indexOf('ä')
    const headers = { authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-length': bytes.length + name.length }
    const asked = httpRequest(gateway.url + path, { method: 'POST', headers, agent: false })
    asked.on('error', fail)
    asked.on('response', (response) => response.once('data', () => done(asked)))
    asked.write(bytes.subarray(0, place))
    asked.write(name)
    asked.end(bytes.subarray(place))
  })
}

test.each(formats.flatMap((format) => ['elsewhere', 'again'].map((where) => [format, where] as const)))(
  'the request of a client of %s, of megabytes and repeated %s, is let go of once its stream begins',
  { timeout: 120_000 },
  async (format, where) => {
    const { path, body } = spell(format, where, true, text)
    const bytes = Buffer.from(JSON.stringify(body))
    expect(bytes.length).toBeGreaterThan(bodyBytes)
    const start = (): Promise<ClientRequest> => begin(format, bytes, path)
    // The first requests load code and fill pools, which is not counted as memory of a stream.
    for (const asked of [await start(), await start()]) asked.on('error', () => {}).destroy()
    await waitFor(() => open.every(({ destroyed }) => destroyed))
    const before = await measure()
    const begun = taken
    const running = await Promise.all(Array.from({ length: streams }, start))
    expect(taken - begun).toBeGreaterThan(2 * streams * bodyBytes)
    // Garbage of other work goes within some collections; memory that a stream holds stays as long as the stream.
    let held = Infinity
    for (let round = 0; round < 20 && held >= 500_000; round++) held = ((await measure()) - before) / streams
    for (const asked of running) asked.on('error', () => {}).destroy()
    await waitFor(() => open.every(({ destroyed }) => destroyed))
    console.log(
      `${format}, ${where}: ${Math.round(held / 1024)} KiB held for a stream whose request had ${Math.round(bytes.length / 1024)}`,
    )
    expect(held).toBeLessThan(500_000)
  },
)
