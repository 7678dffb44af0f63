import { beforeAll, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

let upstream: RunningUpstream
beforeAll(async () => {
  upstream = await startUpstream()
})

const get = async (url: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, { headers: { authorization: 'Bearer any' } })
  return { status: response.status, body: await response.json() }
}

test('models that channels name are listed as they say, in integers, without asking anybody', async () => {
  const gateway = await startGateway({
    channels: [
      {
        name: 'c',
        format: 'chat',
        baseUrl: upstream.url,
        models: [
          { name: 'plain', created: 0 },
          { name: 'dated', upstream: 'x', created: 1758931200, ownedBy: 'acme' },
        ],
      },
    ],
  })
  const { body } = await get(`${gateway.url}/v1/models`)
  expect(body).toEqual({
    object: 'list',
    data: [
      { id: 'plain', object: 'model', created: 0, owned_by: 'c' },
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
  expect((first.body as { data: unknown[] }).data).toMatchObject([
    { id: 'named', object: 'model', created: 0, owned_by: 'o' },
    { id: 'claude-x', object: 'model', created: 1767225600, owned_by: 'a' },
    { id: 'gpt-x', object: 'model', created: 7, owned_by: 'openai' },
  ])
  expect(await get(`${gateway.url}/v1/models`)).toEqual(first)
  expect(upstream.seen.map(({ url }) => url).sort()).toEqual(['/a/v1/models?limit=1000', '/o/v1/models'])
})

test("native contents' list is read too", async () => {
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"models":[{"name":"models/gemini-x","displayName":"X"},{"name":"models/embedding-y"}]}')
  const gateway = await startGateway({
    channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, apiKey: 'k', models: ['gemini-*'] }],
  })
  const { body } = await get(`${gateway.url}/v1/models`)
  expect((body as { data: unknown[] }).data).toMatchObject([{ id: 'gemini-x', object: 'model', created: 0, owned_by: 'g' }])
  expect(upstream.seen.at(-1)).toMatchObject({ url: '/v1beta/models?pageSize=1000', headers: { 'x-goog-api-key': 'k' } })
})

test('of several channels with the same models the one that speaks the format of the client takes the request, else the first', async () => {
  upstream.answer = (response) => void response.writeHead(418).end()
  const gateway = await startGateway({
    channels: [
      { name: 'r', format: 'responses', baseUrl: upstream.url, models: ['gpt-*', 'exact'] },
      { name: 'c', format: 'chat', baseUrl: upstream.url, models: ['gpt-*', 'exact'] },
      { name: 'all', format: 'messages', baseUrl: upstream.url, models: ['*'] },
    ],
  })
  const headers = { authorization: 'Bearer any', 'anthropic-version': '2023-06-01' }
  const ask = { max_tokens: 10, messages: [{ role: 'user', content: 'hi' }], input: 'hi' }
  for (const [path, model, expected] of [
    ['/v1/responses', 'gpt-x', '/v1/responses'],
    ['/v1/chat/completions', 'gpt-x', '/v1/chat/completions'],
    ['/v1/messages', 'gpt-x', '/v1/responses'],
    ['/v1/messages', 'exact', '/v1/responses'],
    ['/v1/chat/completions', 'exact', '/v1/chat/completions'],
    ['/v1/chat/completions', 'other', '/v1/messages'],
  ] as const) {
    await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify({ ...ask, model }) })
    expect([path, model, upstream.seen.at(-1)?.url]).toEqual([path, model, expected])
  }
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

test('ids of routes are listed as the models that they lead to, and patterns are not', async () => {
  const gateway = await startGateway({
    channels: [{ name: 'c', format: 'chat', baseUrl: upstream.url, models: [{ name: 'real', created: 5, ownedBy: 'acme' }] }],
    routes: [
      { match: 'sonnet', to: 'real' },
      { match: 'lost', to: 'nowhere' },
      { match: 'old-*', to: 'real' },
    ],
  })
  const { body } = await get(`${gateway.url}/v1/models`)
  expect((body as { data: unknown[] }).data).toEqual(
    ['real', 'sonnet'].map((id) => ({ id, object: 'model', created: 5, owned_by: 'acme' })),
  )
  expect((await get(`${gateway.url}/v1/models/sonnet`)).body).toEqual({ id: 'sonnet', object: 'model', created: 5, owned_by: 'acme' })
  expect((await get(`${gateway.url}/v1/models/old-1`)).status).toBe(200)
  expect((await get(`${gateway.url}/v1/models/lost`)).status).toBe(404)
})

test('what a model takes, answers at most and can do is told as each kind of agent reads it', async () => {
  upstream.answer = (response) => void response.writeHead(404).end()
  const gateway = await startGateway({
    channels: [
      { name: 'm', format: 'messages', baseUrl: upstream.url, apiKey: 'k', models: [{ name: 'claude-sonnet-4-5', created: 1 }] },
      {
        name: 'c',
        format: 'chat',
        baseUrl: upstream.url,
        models: [
          { name: 'own', created: 1, contextLength: 32_768, maxOutput: 4096 },
          { name: 'unknown', created: 1 },
        ],
      },
      { name: 'e', format: 'openai-embeddings', baseUrl: upstream.url, models: [{ name: 'gpt-5-embed', created: 1 }] },
    ],
    routes: [{ match: 'sonnet', to: 'claude-sonnet-4-5' }],
  })
  const { body } = await get(`${gateway.url}/v1/models`)
  const { data } = body as { data: { id: string }[] } // the expectations below check the shape
  const claude = {
    context_length: 200_000,
    max_model_len: 200_000,
    max_output_tokens: 64_000,
    architecture: { input_modalities: ['text', 'image', 'file'] },
    supported_parameters: expect.arrayContaining(['tools', 'reasoning']),
  }
  expect(data).toMatchObject([
    { id: 'claude-sonnet-4-5', ...claude },
    { id: 'own', context_length: 32_768, max_output_tokens: 4096 },
    { id: 'unknown' },
    { id: 'gpt-5-embed' },
    { id: 'sonnet', ...claude },
  ])
  for (const bare of data.slice(2, 4)) expect(Object.keys(bare)).toEqual(['id', 'object', 'created', 'owned_by'])
  const asAnthropic = await fetch(`${gateway.url}/v1/models/sonnet`, {
    headers: { authorization: 'Bearer any', 'anthropic-version': '2023-06-01' },
  })
  expect(await asAnthropic.json()).toMatchObject({
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: { image_input: { supported: true }, thinking: { supported: true } },
  })
  expect((await get(`${gateway.url}/v1beta/models/sonnet`)).body).toMatchObject({
    inputTokenLimit: 200_000,
    outputTokenLimit: 64_000,
    thinking: true,
  })
})

test('whoever asks for an unknown model hears of the patterns that no list can name', async () => {
  upstream.answer = (response) => void response.writeHead(404).end()
  const gateway = await startGateway({
    channels: [{ name: 'o', format: 'chat', baseUrl: upstream.url, models: ['gpt-*', 'o3*'] }],
  })
  expect((await get(`${gateway.url}/v1/models`)).body).toEqual({ object: 'list', data: [] })
  const { status, body } = await get(`${gateway.url}/v1/models/claude-x`)
  expect([status, (body as { error: { message: string } }).error.message]).toEqual([404, expect.stringContaining('gpt-*, o3*')])
})

test('every model of the demo has a date', async () => {
  const gateway = await startGateway({ demo: true })
  const { body } = await get(`${gateway.url}/v1/models`)
  for (const { id, created } of (body as { data: { id: string; created: number }[] }).data)
    expect([id, created]).toEqual([id, 1_767_225_600])
})
