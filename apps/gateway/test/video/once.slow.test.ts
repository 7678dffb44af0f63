import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { answerWith, saidBy } from '../images/scripted.ts'
import { askUsage } from '../metering/ask-usage.ts'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type SeenRequest } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { queryVideo, submitVideo } from './ask-video.ts'

const upstream = await startUpstream()
const model = 'seedance-2-0'
const poll = { initial: 0.1, interval: 0.1 }
const ark = {
  name: 'ark',
  format: 'ark-video',
  baseUrl: `${upstream.url}/api/v3`,
  apiKey: 'key-of-ark',
  models: [model],
  circuitBreaker: false,
  poll,
} as const
const channels: GatewayConfig['channels'] = [
  { ...ark, models: [...ark.models] },
  {
    name: 'other',
    format: 'gateway-video',
    baseUrl: `${upstream.url}/other`,
    apiKey: 'key-of-other',
    models: ['seedance-2-0-other'],
    circuitBreaker: false,
    poll: { ...poll, deadline: 2 },
  },
]
const prices = { models: [{ model: '*', input: 0, output: 0, video: 0.75 }] }
const { url, issue } = await startGateway({ dataDir: tempFolder('video'), channels, prices })
const admin = await issue({ admin: true })
const slow = 40_000

const request = (prompt: string): object => ({ model, prompt, metadata: { content: [{ type: 'text', text: prompt }] } })

interface Made {
  readonly id: string
  readonly model: string
  readonly created_at: number
}

/** Videos that the upstream has taken, in order. */
let made: Made[] = []
let submitted: (response: ServerResponse, id: string) => void
let status = 'running'
const submits = (): readonly SeenRequest[] => upstream.seen.filter(({ body }) => body.length > 0)

upstream.answer = (response, { url: path, body }) => {
  if (body.length > 0) {
    const task = {
      id: `cgt-${made.length + 1}-${Math.random()}`,
      model: String((JSON.parse(body.toString()) as { model: unknown }).model),
      created_at: Math.floor(Date.now() / 1000),
    }
    made.push(task)
    return submitted(response, task.id)
  }
  if (path.includes('?page_num')) return answerWith({ total: made.length, items: made })(response)
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  answerWith({ id, status, ...(status === 'succeeded' && { content: { video_url: 'https://example.com/v.mp4' } }) })(response)
}

beforeEach(() => {
  upstream.seen.length = 0
  made = []
  status = 'running'
  submitted = (response, id) => answerWith({ id })(response)
})

test('a request with the same word is the same task, and one video; another request with it is refused', async () => {
  const word = { 'idempotency-key': 'a-word' }
  submitted = (response, id) => void setTimeout(() => answerWith({ id })(response), 300)
  const all = await Promise.all([1, 2, 3].map(() => submitVideo(url, request('A cat'), word)))
  const again = await submitVideo(url, request('A cat'), word)
  expect(all.map(({ status: code }) => code)).toEqual([200, 200, 200])
  expect(new Set([...all, again].map(({ body }) => body.id)).size).toBe(1)
  expect(submits()).toHaveLength(1)
  expect(await submitVideo(url, request('A dog'), word)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(submits()).toHaveLength(1)
  for (const bad of ['', 'a word', 'x'.repeat(256)])
    expect((await submitVideo(url, request('A cat'), { 'idempotency-key': bad })).status).toBe(400)
  expect((await submitVideo(url, request('A cat'), { ...word, authorization: `Bearer ${await issue()}` })).body.id).not.toBe(again.body.id)
})

test('a request that was refused frees its word', async () => {
  const word = { 'idempotency-key': 'refused-first' }
  submitted = (response) => answerWith({ error: { code: 'InvalidParameter', message: 'Bad.' } }, 400)(response)
  expect((await submitVideo(url, request('A cat'), word)).status).toBe(400)
  submitted = (response, id) => answerWith({ id })(response)
  expect((await submitVideo(url, request('A dog'), word)).status).toBe(200)
})

test(
  'a submit without an answer is found in the list of the upstream, and is never sent again',
  async () => {
    submitted = (response) => void response.destroy()
    const { status: code, body } = await submitVideo(url, request('A cat'))
    expect([code, submits().length]).toEqual([200, 1])
    status = 'succeeded'
    await waitFor(async () => (await queryVideo(url, body.id)).body.data.status === 'SUCCESS')
    expect((await queryVideo(url, body.id)).body.data.data.id).toBe(made[0]?.id)
  },
  slow,
)

test(
  'what may be somebody else’s is not adopted',
  async () => {
    submitted = (response) => {
      made.push({ id: 'cgt-foreign', model, created_at: Math.floor(Date.now() / 1000) })
      response.destroy()
    }
    const word = { 'idempotency-key': 'unclear' }
    const answer = await submitVideo(url, request('A cat'), word)
    expect([answer.status, answer.body.code, answer.headers.get('x-should-retry')]).toEqual([502, 'upstream_error', 'false'])
    expect(await submitVideo(url, request('A cat'), word)).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } })
    expect(submits()).toHaveLength(1)
  },
  slow,
)

test(
  'where nobody lists, an unknown outcome is an error at once, and the task fails at its deadline',
  async () => {
    submitted = (response) => void response.destroy()
    const answer = await submitVideo(url, { ...request('A cat'), model: 'seedance-2-0-other' })
    expect([answer.status, submits().length]).toEqual([502, 1])
    const unpaid = async (): Promise<boolean> =>
      JSON.stringify((await askUsage(url, admin, '?limit=1')).data).includes('"outcome":"timeout"')
    await waitFor(unpaid, 10_000)
  },
  slow,
)

test('an upstream that refuses is followed by the next one; a credential that it refuses is nobody else’s', async () => {
  submitted = (response) => answerWith({ error: { code: 'AuthenticationError', message: 'The key key-of-ark is wrong.' } }, 401)(response)
  const { status: code, body } = await submitVideo(url, request('A cat'))
  expect([code, body.code]).toEqual([502, 'upstream_error'])
  expect(JSON.stringify(body)).not.toContain('key-of-ark')
})

test(
  'a client that leaves while its request is taken loses nothing, and the record has the price of the video',
  async () => {
    const before = (await askUsage(url, admin)).data.length
    submitted = (response, id) => void setTimeout(() => answerWith({ id })(response), 300)
    const leaving = new AbortController()
    const answer = fetch(`${url}/v1/video/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: JSON.stringify(request('A cat')),
      signal: leaving.signal,
    }).catch(() => 'left')
    await waitFor(() => submits().length === 1)
    leaving.abort()
    expect(await answer).toBe('left')
    status = 'succeeded'
    await waitFor(async () => (await askUsage(url, admin)).data.length > before, 10_000)
    expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ operation: 'video', model, outcome: 'ok', cost: '0.750000' })
    expect([submits().length, submits()[0]?.left]).toEqual([1, false])
  },
  slow,
)

test(
  'after kill -9 between the submit and its note, the same word finds what was made',
  async () => {
    const config = { dataDir: tempFolder('video'), channels, port: 0, apiKey: 'any-key-of-ours' }
    const headers = { authorization: 'Bearer any-key-of-ours', 'idempotency-key': 'killed' }
    const processes = await gatewayProcesses()
    const first = await processes.start(config)
    submitted = () => {}
    const lost = submitVideo(first.url, request('A cat'), headers).catch(() => 'lost')
    await waitFor(() => submits().length === 1, 10_000)
    await first.kill()
    expect(await lost).toBe('lost')
    const second = await processes.start(config)
    const { status: code, body } = await submitVideo(second.url, request('A cat'), headers)
    expect([code, submits().length]).toEqual([200, 1])
    expect(saidBy(submits()[0] as SeenRequest)).toMatchObject({ model })
    status = 'succeeded'
    await waitFor(async () => (await queryVideo(second.url, body.id, headers)).body.data.status === 'SUCCESS', 20_000)
  },
  slow,
)
