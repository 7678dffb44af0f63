import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGatewayProcess, type GatewayProcess } from '../limits/start-gateway-process.ts'

const count = 2048
const dimensions = 3072
/** The vectors are 50 MB as numbers and 135 MB as JSON. */
const heapMegabytes = 200

/** All but the first number of each vector, with as many digits as vendors print. */
const tail = Array.from({ length: dimensions - 1 }, (_, place) => Math.sin(place + 1) / 50)
const rest = tail.join()
const packed = (first: number): string => Buffer.from(new Float32Array([first, ...tail]).buffer).toString('base64')

/** An upstream of both dialects. The vector of `text 7` begins with 7. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => answer(response, Buffer.concat(chunks).toString()))
})

function answer(response: ServerResponse, text: string): void {
  const { requests, encoding_format: encoding } = JSON.parse(text) as { requests?: unknown; encoding_format?: string } // the body is in one of the dialects
  const firsts = [...text.matchAll(/text (\d+)/g)].map(([, number]) => Number(number))
  const vectors = firsts.map((first, index) => {
    const comma = index === 0 ? '' : ','
    if (requests !== undefined) return `${comma}{"values":[${first},${rest}]}`
    return `${comma}{"object":"embedding","index":${index},"embedding":${encoding === 'base64' ? `"${packed(first)}"` : `[${first},${rest}]`}}`
  })
  const pieces =
    requests === undefined ? ['{"object":"list","model":"m","data":[', ...vectors, ']}'] : ['{"embeddings":[', ...vectors, ']}']
  response.writeHead(200, { 'content-type': 'application/json' })
  Readable.from(pieces).pipe(response)
}

let gateway: GatewayProcess
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const channels = (['openai-embeddings', 'gemini-embeddings'] as const).map((format) => ({
    name: format,
    format,
    baseUrl: `http://127.0.0.1:${port}`,
    models: [format],
  }))
  gateway = await startGatewayProcess({ channels }, [`--max-old-space-size=${heapMegabytes}`])
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function ask(model: string, encoding_format: string): Promise<string> {
  const input = Array.from({ length: count }, (_, index) => `text ${index}`)
  const response = await fetch(`${gateway.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model, input, dimensions, encoding_format }),
  })
  expect(response.status).toBe(200)
  return response.text()
}

test.each(['openai-embeddings', 'gemini-embeddings'])(
  '2,048 vectors of 3,072 numbers of %s pass through a small memory, in both encodings',
  async (model) => {
    const before = await gateway.measure()
    const numbers = (await ask(model, 'float')).matchAll(/"index":(\d+),"embedding":\[(\d+),([^\]]*)\]/g)
    let next = 0
    for (const [, index, first, others] of numbers) {
      expect([Number(index), Number(first), others === rest]).toEqual([next, next, true])
      next++
    }
    expect(next).toBe(count)
    const { data } = JSON.parse(await ask(model, 'base64')) as { data: { index: number; embedding: string }[] } // OpenAI's shape
    expect(data).toHaveLength(count)
    const wrong = data.filter(({ index, embedding }, place) => index !== place || embedding !== packed(place))
    expect(wrong).toEqual([])
    // The memory is released afterwards.
    expect((await gateway.measure()).heap - before.heap).toBeLessThan(20_000_000)
  },
  60_000,
)
