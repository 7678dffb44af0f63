import type { UsageRecord } from '@interlingua/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, send, signIn, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
let laptop = ''
const noon = Date.parse('2026-11-27T12:00:00Z')

function record(id: string, minutes: number, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id,
    at: noon + minutes * 60_000,
    key: laptop,
    operation: 'generate',
    model: 'gpt-5',
    format: 'messages',
    channel: 'openai',
    stream: false,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: { input: 10, output: 2 },
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
  laptop = (await started.store.keys.find('laptop'))?.id ?? ''
  await started.store.usage.add([
    record('a', 0),
    record('b', 1, { outcome: 'cancelled', status: 499, client: 'codex 0.169.0', format: 'responses' }),
    record('c', 2, { outcome: 'overloaded', status: 529, channel: 'anthropic', notices: ['chat/top-k', 'chat/stop'] }),
    record('d', 3, { status: 429, outcome: 'rate-limit', key: 'key_gone', client: 'claude-codex 1' }),
    record('e', 4, { millis: 9000, costMicros: 250_000, model: 'gpt-5%', notices: ['chat/top_k'] }),
  ])
})
afterAll(() => started.close())

const get = (path: string, headers?: Record<string, string>) => callApi(started, 'GET', path, undefined, headers)
const idsOf = (json: unknown): string => (json as { rows: { id: string }[] }).rows.map(({ id }) => id).join('')

test.each([
  ['', 'edcba'],
  ['?status=error', 'dc'],
  ['?status=ok', 'eba'],
  ['?status=429', 'd'],
  ['?status=4xx', 'db'],
  ['?key=laptop', 'ecba'],
  ['?key=key_gone', 'd'],
  ['?channel=anthropic', 'c'],
  ['?model=gpt-5', 'dcba'],
  ['?model=gpt-5%25', 'e'],
  ['?client=claude-code', 'eca'],
  ['?client=claude-code%202.1.330', 'eca'],
  ['?client=codex', 'b'],
  ['?format=responses', 'b'],
  ['?notice=chat/top-k', 'c'],
  ['?notice=chat/top_k', 'e'],
  ['?notice=chat', ''],
  ['?slow=5', 'e'],
  ['?cost=0.1', 'e'],
  ['?from=2026-11-27T12:01:00Z&to=2026-11-27T12:03:00Z', 'cb'],
  ['?status=error&client=claude-code', 'c'],
  ["?model=' OR 1=1 --", ''],
])('requests%s are %s', async (query, ids) => {
  expect(idsOf((await get(`/requests${encodeURI(query).replaceAll('%25', '%')}`)).json)).toBe(ids)
})

test('pages follow one another, and the last has no next', async () => {
  const first = (await get('/requests?limit=3')).json as { next?: string }
  expect(idsOf(first)).toBe('edc')
  const second = (await get(`/requests?limit=3&before=${first.next}`)).json as { next?: string }
  expect([idsOf(second), second.next]).toEqual(['ba', undefined])
})

test('a request is found by its id alone, and faster with its time; a row names its key and has no content', async () => {
  for (const path of ['/requests/c', '/requests/c?at=2026-11-27T12:02:00Z'])
    expect((await get(path)).json).toMatchObject({
      id: 'c',
      at: '2026-11-27T12:02:00.000Z',
      key: { id: laptop, name: 'laptop' },
      status: 529,
    })
  expect((await get('/requests/none')).status).toBe(404)
  expect((await get('/requests/c?at=2026-11-27T12:09:00Z')).status).toBe(404)
})

test('a person with a plain key sees the requests of that key alone', async () => {
  const plain = await signIn(started.url, { key: started.secrets.plain })
  expect(idsOf((await get('/requests', plain)).json)).toBe('ecba')
  expect(idsOf((await get('/requests?key=key_gone', plain)).json)).toBe('ecba')
  expect((await get('/requests/d', plain)).status).toBe(404)
})

test.each(['?status=broken', '?slow=fast', '?cost=-1', '?from=yesterday', '?before=1', '?limit=5000', '?modle=x', '?status=600'])(
  '%s is refused by name',
  async (query) => {
    const { status, json } = await get(`/requests${query}`)
    expect(status).toBe(400)
    expect((json as { error: { field?: string; message: string } }).error.message).toContain(/\?(\w+)/.exec(query)?.[1])
  },
)

test('a real request that lost a field tells of its attempts and of the loss’s place', async () => {
  const answered = await send(
    `${started.url}/v1/messages`,
    'POST',
    { 'x-api-key': started.secrets.plain, 'anthropic-version': '2023-06-01' },
    { model: 'gpt-5', max_tokens: 20, top_k: 5, messages: [{ role: 'user', content: 'a secret word' }] },
  )
  const id = String(answered.headers['request-id'])
  const { json, text } = await get(`/requests/${id}`)
  expect(json).toMatchObject({
    channel: 'local',
    details: {
      attempts: [{ channel: 'local', model: 'gpt-5', status: 200, outcome: 'ok' }],
      notices: [
        { code: 'gateway/cache-key-added', kind: 'synthesized', path: '' },
        { code: 'chat/top-k', kind: 'dropped', path: '/top_k' },
      ],
    },
  })
  const [attempt] = (json as { details: { attempts: { from: number; head: number; to: number }[] } }).details.attempts
  expect(attempt && attempt.from <= attempt.head && attempt.head <= attempt.to).toBe(true)
  expect(text).not.toContain('secret word')
})

test('a request that went on to another channel tells of both attempts', async () => {
  const answered = await send(
    `${started.url}/v1/chat/completions`,
    'POST',
    { authorization: `Bearer ${started.secrets.plain}` },
    { model: 'gpt-6', messages: [{ role: 'user', content: 'Hello' }] },
  )
  expect(answered.status).toBe(200)
  const { json } = await get(`/requests/${String(answered.headers['x-request-id'])}`)
  const { attempts } = (json as { details: { attempts: { channel: string; outcome: string; from: number; to: number }[] } }).details
  expect(attempts).toMatchObject([
    { channel: 'broken', outcome: expect.stringMatching(/^(?!ok)/) as unknown },
    { channel: 'local', outcome: 'ok', status: 200 },
  ])
  expect(attempts.every(({ from, to }) => from <= to)).toBe(true)
  expect(json).toMatchObject({ channel: 'local', attempts: 2 })
})
