import { OpenAI } from 'openai'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startPostgres } from '../services/start-postgres.ts'
import { startWire, type Wire } from '../services/start-wire.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream, type SeenRequest } from '../start-upstream.ts'

const postgres = await startPostgres()

/** Starts a gateway whose store can be cut off, and an upstream that makes images by tasks. */
async function startPainting(): Promise<{
  gateway: RunningGateway
  upstream: RunningUpstream
  wire: Wire
  submits: () => readonly SeenRequest[]
}> {
  const wire = await startWire(postgres?.port ?? 0)
  const database = new URL((await postgres?.createDatabase()) ?? '')
  database.port = String(wire.port)
  const upstream = await startUpstream()
  const gateway = await startGateway({
    databaseUrl: database.href,
    channels: [
      { name: 'd', format: 'dashscope', baseUrl: `${upstream.url}/api/v1`, apiKey: 'key-of-dashscope', models: ['wan2.7-image'] },
      { name: 'o', format: 'openai-images', baseUrl: `${upstream.url}/v1`, apiKey: 'key-of-openai', models: ['gpt-image-x'] },
    ],
  })
  return { gateway, upstream, wire, submits: () => upstream.seen.filter(({ url }) => !url.includes('/tasks/')) }
}

const json = { 'content-type': 'application/json' }
const answer = (response: ServerResponse, output: object): void =>
  void response.writeHead(200, json).end(JSON.stringify({ request_id: 'r', output, usage: { image_count: 1 } }))
const made = {
  task_id: 't1',
  task_status: 'SUCCEEDED',
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://example.com/a.png', type: 'image' }] } }],
}

describe.skipIf(postgres === undefined)('a store that is cut off once the upstream has begun to work', () => {
  test('for a while: the client gets what was made, and it was asked for once', { timeout: 60_000 }, async () => {
    const { gateway, upstream, wire, submits } = await startPainting()
    upstream.answer = (response, { url }) => {
      if (url.includes('/tasks/')) return answer(response, made)
      wire.cut()
      setTimeout(() => wire.mend(), 2_500)
      answer(response, { task_id: 't1', task_status: 'PENDING' })
    }
    const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
    const { data } = await client.images.generate({ model: 'wan2.7-image', prompt: 'x' })
    expect([data?.[0]?.url, submits().length]).toEqual(['https://example.com/a.png', 1])
  })

  test('for good: the client is told, and does not buy it again by itself', { timeout: 60_000 }, async () => {
    const { gateway, upstream, wire, submits } = await startPainting()
    const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
    upstream.answer = (response) => {
      wire.cut()
      answer(response, { task_id: 't1', task_status: 'PENDING' })
    }
    await expect(client.images.generate({ model: 'wan2.7-image', prompt: 'x' })).rejects.toMatchObject({ status: 503 })
    expect(submits()).toHaveLength(1)
  })

  test('for a moment, where the result is to be hosted: it is bought once', { timeout: 60_000 }, async () => {
    const { gateway, upstream, wire, submits } = await startPainting()
    upstream.answer = (response) => {
      wire.cut()
      setTimeout(() => wire.mend(), 300)
      const b64_json = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
      response.writeHead(200, json).end(JSON.stringify({ created: 1, data: [{ b64_json }] }))
    }
    const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
    const { data } = await client.images.generate({ model: 'gpt-image-x', prompt: 'x', response_format: 'url' })
    expect([data?.[0]?.url?.startsWith(gateway.url), submits().length]).toEqual([true, 1])
  })
})
