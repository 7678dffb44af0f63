import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { startGatewayProcess } from '../limits/start-gateway-process.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { ask, queryVideo, submitVideo } from './ask-video.ts'

const mebibyte = 1024 * 1024
const cap = 100 * mebibyte
const piece = Buffer.alloc(mebibyte, 'film')
/** Bytes of a video between two looks at the gateway's memory. */
const stretch = 20 * mebibyte
let size = cap
/** Runs between two stretches of a video, while none of its bytes move. */
let look = async (): Promise<void> => {}
const server = createServer((request, response) => {
  const json = (body: unknown): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  request.resume().on('end', () => {
    if (request.method === 'POST') return json({ id: 'video_1', object: 'video', status: 'queued' })
    if (request.url?.endsWith('/content') !== true) return json({ id: 'video_1', object: 'video', status: 'completed' })
    response.writeHead(200, { 'content-type': 'video/mp4' })
    // The reader may hang up in the middle of the file.
    writeFilm(response).catch(() => response.destroy())
  })
})

async function writeFilm(response: ServerResponse): Promise<void> {
  for (let from = 0; from < size; from += piece.length) {
    if (from > 0 && from % stretch === 0) await look()
    if (!response.write(piece.subarray(0, Math.min(size - from, piece.length)))) await once(response, 'drain')
  }
  response.end()
}

await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
const { port } = server.address() as AddressInfo // the server listens on TCP
const apiKey = 'any-key-of-ours'
const headers = { authorization: `Bearer ${apiKey}` }
const config: Partial<GatewayConfig> = {
  dataDir: tempFolder('video'),
  apiKey,
  channels: [
    {
      name: 'v',
      format: 'openai-videos',
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'key-of-videos',
      models: ['sora-2'],
      poll: { initial: 0.1, interval: 0.1 },
    },
  ],
}
const gateway = await startGatewayProcess(config)
const slow = 90_000

async function make(): Promise<string> {
  const { body } = await submitVideo(gateway.url, { model: 'sora-2', prompt: 'A cat' }, headers)
  await waitFor(async () => ['succeeded', 'failed'].includes((await queryVideo(gateway.url, body.id, headers)).body.status), 40_000)
  return body.id
}

/** Reads a download to its end, without holding it. */
async function read(
  id: string,
): Promise<{ readonly status: number; readonly length: number; readonly told: number; readonly edges: string }> {
  const answer = await fetch(`${gateway.url}/v1/video/generations/download?id=${id}`, { headers })
  let length = 0
  let looked = 0
  let edges = ''
  const body = answer.body as unknown as AsyncIterable<Uint8Array> // a fetch body can be iterated, which its type leaves out
  for await (const chunk of body) {
    if (length === 0) edges = Buffer.from(chunk.subarray(0, 200)).toString()
    length += chunk.length
    if (length - looked < stretch) continue
    looked = length
    await look()
  }
  return { status: answer.status, length, told: Number(answer.headers.get('content-length')), edges }
}

test(
  'a video of 100 MB is kept and downloaded without being held: memory grows by less than half of it',
  async () => {
    size = 4 * mebibyte
    await read(await make())
    size = cap
    // Garbage is counted until its collection, so the heap is measured after a collection.
    const { heap: before } = await gateway.measure()
    const grown: number[] = []
    look = async () => void grown.push((await gateway.measure()).heap - before)
    const id = await make()
    expect(grown.length).toBeGreaterThanOrEqual(4)
    const { status, length, told, edges } = await read(id)
    expect(grown.length).toBeGreaterThanOrEqual(10)
    look = async () => {}
    expect([status, length]).toEqual([200, told])
    expect(length).toBeGreaterThan((cap * 8) / 3)
    expect(edges).toMatch(
      new RegExp(`^\\{"success":true,"generation_id":"${id}","task_id":"${id}","format":"mp4","size":${cap},"base64":"`),
    )
    expect(Math.max(...grown) / mebibyte).toBeLessThan(48)
  },
  slow,
)

test(
  'one byte more is too large',
  async () => {
    size = cap + 1
    const id = await make()
    expect(await queryVideo(gateway.url, id, headers)).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(await ask(`${gateway.url}/v1/video/generations/download?id=${id}`, { headers })).toMatchObject({
      status: 413,
      body: { code: 'video_too_large', error: { code: 'video_too_large' } },
    })
  },
  slow,
)
