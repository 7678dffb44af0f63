import type { ChannelReport, TimesReport } from '@interlingua/console/api'
import type { UsageRecord } from '@interlingua/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signIn, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
const noon = Date.parse('2026-11-27T12:00:00Z')

function record(id: string, more: Partial<UsageRecord>): UsageRecord {
  return {
    id,
    at: noon,
    key: 'key_gone',
    operation: 'generate',
    model: 'gpt-5',
    format: 'messages',
    channel: 'openai',
    stream: false,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: { input: 10, output: 2, cacheRead: 4 },
    estimated: false,
    costMicros: 1000,
    millis: 400,
    notices: [],
    client: 'claude-code 2.1.330',
    ...more,
  }
}

beforeAll(async () => {
  started = await startConsole()
  const laptop = (await started.store.keys.find('laptop'))?.id ?? ''
  await started.store.usage.add([
    record('a', { notices: ['chat/top-k', 'chat/stop'] }),
    record('b', { notices: ['chat/top-k'], key: laptop, at: noon + 3_600_000 }),
    record('c', { notices: ['chat/top-k'], client: 'codex 0.169.0', format: 'responses' }),
    record('d', { outcome: 'overloaded', status: 529, costMicros: 5000, model: 'claude-sonnet-4-5' }),
  ])
})
afterAll(() => started.close())

const get = (path: string, headers?: Record<string, string>) => callApi(started, 'GET', path, undefined, headers)

test('sums go by each group, the dearest first, and within a filter', async () => {
  expect((await get('/usage?by=model')).json).toMatchObject({
    currency: 'USD',
    rows: [
      { group: 'claude-sonnet-4-5', requests: 1, failed: 1, costMicros: 5000 },
      { group: 'gpt-5', requests: 3, failed: 0, input: 30, cacheRead: 12, costMicros: 3000 },
    ],
  })
  expect((await get('/usage?by=client&status=ok')).json).toMatchObject({
    rows: [
      { group: 'claude-code 2.1.330', requests: 2 },
      { group: 'codex 0.169.0', requests: 1 },
    ],
  })
  expect((await get('/usage?by=hour')).json).toMatchObject({
    rows: [
      { group: '2026-11-27T12:00:00.000Z', requests: 3 },
      { group: '2026-11-27T13:00:00.000Z', requests: 1 },
    ],
  })
  expect((await get('/usage?by=key')).json).toMatchObject({ rows: [{ group: 'key_gone' }, { name: 'laptop', requests: 1 }] })
  expect((await get('/usage?by=moon')).status).toBe(400)
})

test('sums go by two groups at once, and say that cheaper ones were left out', async () => {
  expect((await get('/usage?by=hour&split=model')).json).toEqual({
    currency: 'USD',
    rows: [
      expect.objectContaining({ group: '2026-11-27T12:00:00.000Z', part: 'claude-sonnet-4-5', requests: 1, costMicros: 5000 }),
      expect.objectContaining({ group: '2026-11-27T12:00:00.000Z', part: 'gpt-5', requests: 2, costMicros: 2000 }),
      expect.objectContaining({ group: '2026-11-27T13:00:00.000Z', part: 'gpt-5', requests: 1, costMicros: 1000 }),
    ],
  })
  expect((await get('/usage?by=day&split=key')).json).toMatchObject({
    rows: [
      { group: '2026-11-27', part: 'key_gone' },
      { group: '2026-11-27', partName: 'laptop' },
    ],
  })
  expect((await get('/usage?by=model&limit=1')).json).toMatchObject({ rows: [{ group: 'claude-sonnet-4-5' }], cut: true })
  expect((await get('/usage?by=day&split=moon')).status).toBe(400)
})

test('a person with a plain key sees the sums of that key', async () => {
  const plain = await signIn(started.url, { key: started.secrets.plain })
  expect((await get('/usage?by=model', plain)).json).toMatchObject({ rows: [{ group: 'gpt-5', requests: 1 }] })
  expect((await get('/notices', plain)).status).toBe(403)
})

test('notices of the gateway itself have a meaning too, and harmless ones lose nothing', async () => {
  const other = await startConsole()
  await other.store.usage.add([record('e', { notices: ['gateway/cache-key-added'] })])
  const { json } = await callApi(other, 'GET', '/notices')
  await other.close()
  expect(json).toMatchObject({
    rows: [{ code: 'gateway/cache-key-added', kind: 'synthesized', benign: true }],
    ways: [{ client: 'claude-code', requests: 1, lost: 0 }],
  })
})

test('losses are counted by code, with the ways on which they happen most', async () => {
  expect((await get('/notices')).json).toEqual({
    requests: 4,
    rows: [
      {
        code: 'chat/top-k',
        kind: 'dropped',
        message: expect.any(String) as unknown,
        requests: 3,
        share: 0.75,
        top: [
          { client: 'claude-code 2.1.330', format: 'messages', channel: 'openai', requests: 2 },
          { client: 'codex 0.169.0', format: 'responses', channel: 'openai', requests: 1 },
        ],
      },
      {
        // A code that no format gives.
        code: 'chat/stop',
        requests: 1,
        share: 0.25,
        top: [{ client: 'claude-code 2.1.330', format: 'messages', channel: 'openai', requests: 1 }],
      },
    ],
    ways: [
      { client: 'claude-code', channel: 'openai', requests: 3, lost: 2 },
      { client: 'codex', channel: 'openai', requests: 1, lost: 1 },
    ],
  })
  expect((await get('/notices?client=codex')).json).toMatchObject({ requests: 1, rows: [{ code: 'chat/top-k' }] })
})

test('channels and models are listed without anything secret, and a model is resolved in order', async () => {
  const channels = await get('/channels')
  expect(channels.json).toMatchObject({
    rows: [
      { name: 'broken', models: ['gpt-6'] },
      { name: 'local', state: 'closed', models: ['gpt-5', 'gpt-6'], priority: 1, strictness: 'report' },
    ],
  })
  expect(channels.text).not.toContain('p95')
  await started.store.usage.add([record('late', { channel: 'local', at: Date.now() - 1000, millis: 400, firstByteMillis: 100 })])
  const { rows } = (await get('/channels')).json as { readonly rows: readonly ChannelReport[] } // the API's own answer
  const local = rows.find(({ name }) => name === 'local')
  expect(Math.abs((local?.whole?.p95 ?? 0) / 400 - 1)).toBeLessThan(0.03)
  expect(Math.abs((local?.firstByte?.p50 ?? 0) / 100 - 1)).toBeLessThan(0.03)
  expect(channels.text).not.toContain('none"')
  const everyClient = ['chat', 'messages']
  const place = { format: 'chat', orders: [{ order: 1, clients: everyClient }] }
  expect((await get('/models')).json).toMatchObject({
    rows: [
      {
        id: 'gpt-6',
        channels: ['broken', 'local'],
        targets: [
          { channel: 'broken', priority: 0, ...place },
          { channel: 'local', listed: 'gpt-6', priority: 1, orders: [{ order: 2, clients: everyClient }] },
        ],
      },
      { id: 'gpt-5', channels: ['local'], targets: [{ channel: 'local', model: 'gpt-5', ...place }] },
    ],
  })
  expect((await get('/resolve?model=gpt-6&format=messages')).json).toMatchObject({
    targets: [
      { channel: 'broken', state: 'closed' },
      { channel: 'local', listed: 'gpt-6' },
    ],
  })
  expect((await get('/resolve?model=unknown')).json).toMatchObject({ targets: [] })
  for (const query of ['', '?model=', '?model=x&format=tongue', '?model=x&key=nobody', '?model=x&more=1'])
    expect((await get(`/resolve${query}`)).status).toBe(400)
})

test('a key that may not use a model is told so', async () => {
  const made = await callApi(started, 'POST', '/keys', { name: 'narrow', models: ['claude-*'] })
  const { id } = made.json as { readonly id: string }
  expect((await get(`/resolve?model=gpt-5&key=${id}`)).json).toMatchObject({
    refusal: 'narrow may not use gpt-5',
    targets: [{ channel: 'local' }],
  })
})

test('pairs of formats are those of the client and of the channel, joined over channels', async () => {
  await started.store.usage.add([
    record('p1', { channel: 'local', millis: 100, firstByteMillis: 20, at: noon - 86_400_000 }),
    record('p2', { channel: 'broken', millis: 900, firstByteMillis: 40, at: noon - 86_400_000 }),
    record('p3', {
      channel: 'local',
      format: 'chat',
      at: noon - 86_400_000,
      upstreamModel: 'gpt-5',
      tokens: { input: 1000, cacheRead: 1000 },
    }),
  ])
  const period = 'from=2026-11-26T00:00:00Z&to=2026-11-27T00:00:00Z'
  expect((await get(`/usage?by=pair&${period}`)).json).toMatchObject({
    rows: [
      { group: 'messages → chat', requests: 2, costMicros: 2000, input: 20 },
      { group: 'chat → chat', requests: 1 },
    ],
  })
  expect((await get(`/usage?by=day&split=pair&${period}`)).json).toMatchObject({
    rows: [
      { group: '2026-11-26', part: 'messages → chat', requests: 2 },
      { group: '2026-11-26', part: 'chat → chat', requests: 1 },
    ],
  })
  const times = (await get(`/usage/times?by=pair&${period}`)).json as TimesReport // the API's own answer
  expect(times.rows.map(({ group, requests }) => [group, requests])).toEqual([
    ['messages → chat', 2],
    ['chat → chat', 1],
  ])
  const [first] = times.rows
  for (const [found, expected] of [
    [first?.whole.p50, 100],
    [first?.whole.p95, 100],
    [first?.firstByte?.p50, 20],
  ] as const)
    expect(Math.abs((found ?? 0) / expected - 1)).toBeLessThan(0.03)
  // No price is known here.
  expect((await get(`/usage/caches?${period}`)).json).toEqual({ currency: 'USD', savedMicros: 0, cacheRead: 1008, unpriced: 1008 })
})

test('what caches saved is counted by the prices in force', async () => {
  const priced = await startConsole({
    prices: [{ model: 'gpt-5', channel: 'local', input: 10, output: 1, cacheRead: 1, cacheWrite: 12.5, request: 0.5 }],
  })
  try {
    await priced.store.usage.add([
      record('c1', { channel: 'local', upstreamModel: 'gpt-5', tokens: { input: 100_000, cacheRead: 90_000, cacheWrite: 10_000 } }),
      record('c2', { channel: 'other', upstreamModel: 'gpt-5', tokens: { input: 10, cacheRead: 7 } }),
      record('c3', { channel: 'local', upstreamModel: 'gpt-5\nof another name', tokens: { input: 10, cacheRead: 3 } }),
    ])
    await priced.store.usage.add([
      record('s1', { channel: 'failing', outcome: 'truncated-stream', status: 200, costMicros: 7, estimated: true, tokens: { input: 1 } }),
      record('s2', { channel: 'failing', outcome: 'server', status: 502, tokens: { input: 1 } }),
      record('s3', { channel: 'failing', outcome: 'ok', costMicros: 5, failedMicros: 3, tokens: { input: 1 } }),
    ])
    const shares = {
      currency: 'USD',
      requests: 3,
      costMicros: 1012,
      estimated: 1,
      estimatedMicros: 7,
      failedMicros: 1010,
      failedUnpriced: 0,
    }
    expect((await callApi(priced, 'GET', '/usage/shares?channel=failing')).json).toEqual(shares)
    expect((await callApi(priced, 'GET', '/usage/shares?channel=failing&status=ok')).json).toMatchObject({ requests: 1, failedMicros: 3 })
    expect((await callApi(priced, 'GET', '/usage?by=pair&channel=failing')).json).toMatchObject({
      rows: [{ estimated: 1, estimatedMicros: 7, failedMicros: 1010, failedUnpriced: 0 }],
    })
    // 90,000 tokens by 9 millionths, less 10,000 by 2.5.
    expect((await callApi(priced, 'GET', '/usage/caches')).json).toEqual({
      currency: 'USD',
      savedMicros: 785_000,
      cacheRead: 90_010,
      unpriced: 10,
    })
  } finally {
    await priced.close()
  }
})
