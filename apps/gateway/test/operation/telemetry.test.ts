import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { startCollector, type Attribute } from './start-collector.ts'

function read(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        (value.intValue === undefined ? value.arrayValue?.values.map(({ stringValue }) => stringValue) : Number(value.intValue)),
    ]),
  )
}

const ask = { model: 'demo-chat', max_tokens: 50, messages: [{ role: 'user', content: 'Hello, planted-content' }] }
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const headers = {
  'x-api-key': 'any',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
  traceparent: `00-${trace}-00f067aa0ba902b7-01`,
}

async function begin(config: Partial<GatewayConfig>): Promise<{ url: string; close: () => Promise<void> }> {
  const gateway = createGateway({ channels: [], port: 0, apiKey: 'any', ...config })
  const { url } = await gateway.listen()
  return { url, close: () => gateway.close(1_000) }
}

test('each request is a span under the trace of its caller, each call of an upstream a span under that, by the conventions', async () => {
  const collector = await startCollector()
  const { url, close } = await begin({ telemetry: { endpoint: collector.url, headers: { 'x-collector-key': 'for-the-collector' } } })
  const post = async (body: unknown): Promise<void> =>
    void (await (await fetch(`${url}/v1/messages?key=planted-query`, { method: 'POST', headers, body: JSON.stringify(body) })).text())
  await post(ask)
  await post({ ...ask, stream: true })
  await close()
  const spans = collector.spans()
  expect(spans.map(({ name, kind }) => [name, kind]).toSorted()).toEqual(
    [
      ['POST /v1/messages', 2],
      ['POST /v1/messages', 2],
      ['chat demo-chat', 3],
      ['chat demo-chat', 3],
    ].toSorted(),
  )
  for (const span of spans) expect(span.traceId).toBe(trace)
  for (const server of spans.filter(({ kind }) => kind === 2)) {
    expect(server.parentSpanId).toBe('00f067aa0ba902b7')
    expect(read(server.attributes)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/messages',
      'http.response.status_code': 200,
      'interlingua.client.format': 'messages',
    })
    const call = spans.find(({ parentSpanId }) => parentSpanId === server.spanId)
    if (call === undefined) throw new Error('no span of the call')
    expect(read(call.attributes)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'demo-chat',
      'gen_ai.response.model': 'demo-chat',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
      'interlingua.channel': 'demo-chat',
      'http.response.status_code': 200,
    })
    expect(BigInt(call.endTimeUnixNano)).toBeGreaterThan(BigInt(call.startTimeUnixNano))
  }
  expect(collector.seen.every((request) => request.headers['x-collector-key'] === 'for-the-collector')).toBe(true)
  expect(collector.texts.join('')).not.toMatch(/planted|for-the-collector/)
})

test('embeddings have a span for each call that they took', async () => {
  const collector = await startCollector()
  const { url, close } = await begin({ telemetry: { endpoint: collector.url } })
  const input = Array.from({ length: 250 }, (_, index) => `Text ${index}`)
  const body = JSON.stringify({ model: 'demo-embed-content', input, dimensions: 4 })
  await (await fetch(`${url}/v1/embeddings`, { method: 'POST', headers, body })).text()
  await close()
  const spans = collector.spans()
  expect(spans.map(({ name, kind }) => [name, kind]).toSorted()).toEqual([
    ['POST /v1/embeddings', 2],
    ...Array.from({ length: 3 }, () => ['embeddings demo-embed-content', 3]),
  ])
  for (const { attributes, status } of spans) expect([read(attributes)['http.response.status_code'], status.code]).toEqual([200, 0])
})

test('durations, tokens and the time to the first chunk are metrics, by the conventions', async () => {
  const collector = await startCollector()
  const { url, close } = await begin({ telemetry: { endpoint: `${collector.url}/`, traces: false } })
  for (const stream of [false, true])
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify({ ...ask, stream }) })).text()
  await close()
  expect(collector.spans()).toEqual([])
  const metrics = new Map(collector.metrics().map((metric) => [metric.name, metric]))
  expect([...metrics.keys()].toSorted()).toEqual([
    'gen_ai.client.operation.duration',
    'gen_ai.client.operation.time_to_first_chunk',
    'gen_ai.client.token.usage',
    'gen_ai.server.request.duration',
    'gen_ai.server.time_to_first_token',
  ])
  const points = metrics.get('gen_ai.client.token.usage')?.histogram.dataPoints ?? []
  expect(points.map(({ attributes, count }) => [read(attributes)['gen_ai.token.type'], Number(count)]).toSorted()).toEqual([
    ['input', 2],
    ['output', 2],
  ])
  expect(read(points[0]?.attributes ?? [])).toMatchObject({ 'gen_ai.request.model': 'demo-chat', 'gen_ai.response.model': 'demo-chat' })
  expect(metrics.get('gen_ai.client.operation.duration')).toMatchObject({ unit: 's' })
  expect(Number(metrics.get('gen_ai.client.operation.time_to_first_chunk')?.histogram.dataPoints[0]?.count)).toBe(1)
})

test('a call that fails says what failed, and upstreams are told of the trace only where the operator says so', async () => {
  const collector = await startCollector()
  const told = await startUpstream()
  const untold = await startUpstream()
  told.answer = (response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"broken"}}')
  untold.answer = told.answer
  const channel = (name: string, url: string) => ({
    name,
    format: 'chat' as const,
    baseUrl: `${url}/v1`,
    models: [name],
    apiKey: 'sk-planted',
  })
  const { url, close } = await begin({
    channels: [channel('told', told.url), channel('untold', untold.url), channel('gone', 'http://127.0.0.1:9')],
    retry: { attempts: 1 },
    telemetry: { endpoint: collector.url, propagate: ['told'] },
  })
  for (const model of ['told', 'untold', 'gone'])
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify({ ...ask, model }) })).text()
  await close()
  const calls = collector.spans().filter(({ kind }) => kind === 3)
  expect(told.seen[0]?.headers['traceparent']).toBe(`00-${trace}-${calls.find(({ name }) => name === 'chat told')?.spanId}-01`)
  expect(untold.seen[0]?.headers['traceparent']).toBeUndefined()
  const errors = Object.fromEntries(calls.map(({ name, attributes, status }) => [name, [read(attributes)['error.type'], status.code]]))
  expect(errors).toEqual({ 'chat told': ['500', 2], 'chat untold': ['500', 2], 'chat gone': ['ECONNREFUSED', 2] })
  const servers = collector.spans().filter(({ kind }) => kind === 2)
  expect(servers.every(({ status }) => status.code === 2)).toBe(true)
  expect(collector.texts.join('')).not.toContain('planted')
})

test('a collector that is not there costs nobody an answer', async () => {
  const { url, close } = await begin({ telemetry: { endpoint: 'http://127.0.0.1:9', interval: 0.2 } })
  expect((await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(ask) })).status).toBe(200)
  await new Promise((done) => setTimeout(done, 400))
  const before = Date.now()
  await close()
  // An exporter without the gateway's time limit would try for ten seconds, and again for metrics.
  expect(Date.now() - before).toBeLessThan(9_000)
})

test('metrics are sent again and again', async () => {
  const collector = await startCollector()
  const { url, close } = await begin({ telemetry: { endpoint: collector.url, interval: 0.1 } })
  await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(ask) })).text()
  await waitFor(() => collector.metrics().length >= 6)
  await close()
})

test('model, reason and tokens of an answer are told for every pair of formats, whole or streamed, read or passed', async () => {
  const collector = await startCollector()
  const { url, close } = await begin({ telemetry: { endpoint: collector.url, metrics: false } })
  const formats = ['messages', 'responses', 'chat', 'contents']
  const text = 'Hello'
  const bodies: Readonly<Record<string, (model: string, stream: boolean) => readonly [string, object]>> = {
    messages: (model, stream) => ['/v1/messages', { model, stream, max_tokens: 50, messages: [{ role: 'user', content: text }] }],
    responses: (model, stream) => ['/v1/responses', { model, stream, input: text }],
    chat: (model, stream) => [
      '/v1/chat/completions',
      { model, stream, messages: [{ role: 'user', content: text }], ...(stream && { stream_options: { include_usage: true } }) },
    ],
    contents: (model, stream) => [
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent' : 'generateContent'}`,
      { contents: [{ role: 'user', parts: [{ text }] }] },
    ],
  }
  for (const client of formats)
    for (const target of formats)
      for (const stream of [false, true]) {
        const [path, body] = bodies[client]?.(`demo-${target}`, stream) ?? ['', {}]
        const id = `${client}-${target}-${stream}`
        await (
          await fetch(`${url}${path}`, {
            method: 'POST',
            headers: { ...headers, traceparent: '', 'x-request-id': id },
            body: JSON.stringify(body),
          })
        ).text()
      }
  await close()
  const spans = collector.spans()
  const servers = spans.filter(({ kind }) => kind === 2)
  expect(servers).toHaveLength(32)
  for (const server of servers) {
    const id = String(read(server.attributes)['interlingua.request.id'])
    const [, target = ''] = id.split('-')
    const call = spans.find(({ parentSpanId }) => parentSpanId === server.spanId)
    const reasons = { messages: 'end_turn', responses: 'completed', chat: 'stop', contents: 'STOP' }
    expect([id, read(call?.attributes ?? [])]).toEqual([
      id,
      expect.objectContaining({
        'gen_ai.operation.name': target === 'contents' ? 'generate_content' : 'chat',
        'gen_ai.response.model': `demo-${target}`,
        'gen_ai.response.finish_reasons': [reasons[target as keyof typeof reasons]], // the loop passes one of the four formats
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
      }),
    ])
  }
})
