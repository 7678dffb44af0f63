import { beforeAll, expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
beforeAll(async () => {
  upstream = await startUpstream()
})

const get = async (url: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, { headers: { authorization: 'Bearer k' } })
  return { status: response.status, body: await response.json() }
}

test('models that channels name are listed as they say, in integers, without asking anybody', async () => {
  const gateway = await startGateway({
    channels: [
      {
        name: 'c',
        format: 'chat',
        baseUrl: upstream.url,
        models: ['plain', { name: 'dated', upstream: 'x', created: 1758931200, ownedBy: 'acme' }],
      },
    ],
  })
  const { body } = await get(`${gateway.url}/v1/models`)
  expect(body).toEqual({
    object: 'list',
    data: [
      { id: 'plain', object: 'model', created: expect.any(Number) as unknown, owned_by: 'c' },
      { id: 'dated', object: 'model', created: 1758931200, owned_by: 'acme' },
    ],
  })
  expect(await get(`${gateway.url}/v1/models/dated`)).toEqual({
    status: 200,
    body: { id: 'dated', object: 'model', created: 1758931200, owned_by: 'acme' },
  })
  expect((await get(`${gateway.url}/v1/models/nope`)).status).toBe(404)
  expect(upstream.seen).toHaveLength(0)
})

test('patterns are filled with what their upstreams have, of either style, once', async () => {
  upstream.answer = (response, { url }) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        url.startsWith('/a/')
          ? '{"data":[{"type":"model","id":"claude-x","created_at":"2026-01-01T00:00:00Z"},{"type":"model","id":"other"}],"has_more":false}'
          : '{"object":"list","data":[{"id":"gpt-x","object":"model","created":7,"owned_by":"openai"},{"id":"org/gpt-y"}]}',
      )
  const gateway = await startGateway({
    channels: [
      { name: 'a', format: 'messages', baseUrl: `${upstream.url}/a`, apiKey: 'k', models: ['claude-*'] },
      { name: 'o', format: 'chat', baseUrl: `${upstream.url}/o/v1`, apiKey: 'k', models: ['gpt-*', 'named'] },
    ],
  })
  const first = await get(`${gateway.url}/v1/models?limit=1000`)
  expect((first.body as { data: unknown[] }).data).toEqual([
    { id: 'named', object: 'model', created: expect.any(Number) as unknown, owned_by: 'o' },
    { id: 'claude-x', object: 'model', created: 1767225600, owned_by: 'a' },
    { id: 'gpt-x', object: 'model', created: 7, owned_by: 'openai' },
  ])
  expect(await get(`${gateway.url}/v1/models`)).toEqual(first)
  expect(upstream.seen.map(({ url }) => url).sort()).toEqual(['/a/v1/models?limit=1000', '/o/v1/models?limit=1000'])
})

test('an upstream without a list, or without an answer, leaves its patterns out', async () => {
  for (const answer of ['not found', undefined]) {
    upstream.answer = (response) => void (answer === undefined ? undefined : response.writeHead(404).end(answer))
    const gateway = await startGateway({ channels: [{ name: 'o', format: 'chat', baseUrl: upstream.url, models: ['gpt-*', 'named'] }] })
    const { status, body } = await get(`${gateway.url}/v1/models`)
    expect([status, (body as { data: { id: string }[] }).data.map(({ id }) => id)]).toEqual([200, ['named']])
    expect((await get(`${gateway.url}/v1/models/gpt-5`)).status).toBe(200)
  }
})
