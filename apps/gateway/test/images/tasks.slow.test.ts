import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { openStore } from '@interlingua/store'
import { askUsage } from '../metering/ask-usage.ts'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type SeenRequest } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { answerWith, askImages } from './scripted.ts'

const upstream = await startUpstream()
const model = 'wan2.7-image'
const apiKey = 'key-of-dashscope'
const baseUrl = `${upstream.url}/api/v1`
const channels: GatewayConfig['channels'] = [
  { name: 'd', format: 'dashscope', baseUrl, apiKey, models: [model], circuitBreaker: false },
  // A model with one image a call, by tasks.
  {
    name: 'one',
    format: 'dashscope',
    baseUrl,
    apiKey,
    models: ['single'],
    circuitBreaker: false,
    dialect: { mode: 'async', like: 'qwen-image' },
  },
]
const prices = { models: [{ model: '*', input: 0, output: 0, image: 0.5 }] }
const { url, issue } = await startGateway({ dataDir: tempFolder('images'), channels, prices })
const admin = await issue({ admin: true })

/** State of the task by number of polls: the word of the state alone, or a whole answer. */
let task: (polls: number) => string | ((response: ServerResponse) => void) = () => 'SUCCEEDED'
let submitted: (response: ServerResponse) => void

const made = {
  task_id: 't1',
  task_status: 'SUCCEEDED',
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://example.com/a.png', type: 'image' }] } }],
}

beforeEach(() => {
  upstream.seen.length = 0
  submitted = answerWith({ request_id: 'r', output: { task_id: 't1', task_status: 'PENDING' } })
})

const submits = (): readonly SeenRequest[] => upstream.seen.filter(({ url: path }) => !path.includes('/tasks/'))
const polls = (): number => upstream.seen.length - submits().length

upstream.answer = (response, { url: path }) => {
  if (!path.includes('/tasks/')) return submitted(response)
  const told = task(polls())
  if (typeof told === 'function') return told(response)
  const output =
    told === 'SUCCEEDED'
      ? made
      : { task_id: 't1', task_status: told, ...(told === 'FAILED' && { code: 'InternalError', message: 'It broke.' }) }
  answerWith({ request_id: 'r', output, ...(told === 'SUCCEEDED' && { usage: { image_count: 1 } }) })(response)
}

test('a request waits for its task through states, silences and missing answers, and is asked for once', async () => {
  task = (count) => ['PENDING', answerWith({ code: 'Throttling', message: 'Slow.' }, 429), 'RUNNING', 'SUCCEEDED'][count - 1] ?? 'SUCCEEDED'
  const { status, body } = await askImages(url, { model, prompt: 'a cat', size: '1024x1024' })
  expect([status, body.data]).toEqual([200, [{ url: 'https://example.com/a.png' }]])
  expect(submits()).toHaveLength(1)
  expect(submits()[0]).toMatchObject({ url: '/api/v1/services/aigc/image-generation/generation' })
  expect(submits()[0]?.headers).toMatchObject({ 'x-dashscope-async': 'enable', authorization: 'Bearer key-of-dashscope' })
  expect(upstream.seen.at(-1)).toMatchObject({ url: '/api/v1/tasks/t1' })
  const { data } = await askUsage(url, admin, '?limit=2')
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ operation: 'image', model, channel: 'd', outcome: 'ok', status: 200, images: 1, cost: '0.500000' })
})

test('of several tasks of a request each is asked for once, and has a record of its own; one that fails is a failed image', async () => {
  let asked = 0
  task = () => (asked++ === 0 ? 'SUCCEEDED' : 'FAILED')
  const { status, body } = await askImages(url, { model: 'single', prompt: 'a cat', n: 2, size: '1328x1328' })
  expect([status, body.data?.length, body.errors?.map(({ index }) => index)]).toEqual([200, 1, [1]])
  expect(submits()).toHaveLength(2)
  const { data } = await askUsage(url, admin, '?model=single')
  expect(data.map((record) => ('outcome' in record ? [record.outcome, record.images, record.cost] : record)).toSorted()).toEqual([
    ['ok', 1, '0.500000'],
    ['server', undefined, undefined],
  ])
})

test('a task that fails is the error, by its words, and costs nothing', async () => {
  task = () =>
    answerWith({ output: { task_id: 't1', task_status: 'FAILED', code: 'DataInspectionFailed', message: 'Not this.' }, request_id: 'r' })
  const { status, body } = await askImages(url, { model, prompt: 'a cat', size: '1024x1024' })
  expect([status, body.error?.code]).toEqual([400, 'content_policy_violation'])
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ outcome: 'policy' })
  expect((await askUsage(url, admin, '?limit=1')).data[0]).not.toHaveProperty('cost')
})

test('a task that is refused is an error at once, and one that nobody answers for is not asked for again', async () => {
  submitted = answerWith({ code: 'InvalidParameter', message: 'Bad size.', request_id: 'r' }, 400)
  expect((await askImages(url, { model, prompt: 'a cat', size: '1024x1024' })).status).toBe(400)
  submitted = (response) => void response.destroy()
  expect((await askImages(url, { model, prompt: 'a cat', size: '1024x1024' })).status).toBe(502)
  expect([submits().length, polls()]).toEqual([2, 0])
})

test('a client that leaves does not end its task: it is settled, and its record has the cost', async () => {
  const before = (await askUsage(url, admin)).data.length
  let ready = false
  task = () => (ready ? 'SUCCEEDED' : 'RUNNING')
  const leaving = new AbortController()
  const answer = fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model, prompt: 'a cat', size: '1024x1024' }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await waitFor(() => submits().length === 1)
  leaving.abort()
  expect(await answer).toBe('left')
  ready = true
  await waitFor(async () => (await askUsage(url, admin)).data.length === before + 1, 10_000)
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ outcome: 'ok', images: 1, cost: '0.500000' })
  expect(submits()).toHaveLength(1)
})

test('a client that leaves while the upstream takes the task does not lose it', async () => {
  const before = (await askUsage(url, admin)).data.length
  task = () => 'SUCCEEDED'
  submitted = (response) =>
    void setTimeout(() => answerWith({ request_id: 'r', output: { task_id: 't1', task_status: 'PENDING' } })(response), 200)
  const leaving = new AbortController()
  const answer = fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model, prompt: 'a cat', size: '1024x1024' }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await waitFor(() => submits().length === 1)
  leaving.abort()
  await answer
  await waitFor(async () => (await askUsage(url, admin)).data.length === before + 1, 10_000)
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ outcome: 'ok', images: 1 })
  expect([submits().length, submits()[0]?.left]).toEqual([1, false])
})

test('after kill -9 another gateway goes on with the open task, and writes its record', async () => {
  const data = tempFolder('images')
  const config = { dataDir: data, channels, prices, port: 0, apiKey: 'any-key-of-ours' }
  let ready = false
  task = () => (ready ? 'SUCCEEDED' : 'RUNNING')
  const processes = await gatewayProcesses()
  const first = await processes.start(config)
  const answer = fetch(`${first.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any-key-of-ours' },
    body: JSON.stringify({ model, prompt: 'a cat', size: '1024x1024' }),
  }).catch(() => 'gone')
  await waitFor(() => polls() >= 1, 10_000)
  // The pause lets the poll end: a process killed while it polls is waited for longer.
  await wait(300)
  await first.kill()
  expect(await answer).toBe('gone')
  ready = true
  await processes.start(config)
  const store = await openStore({ dataDir: data })
  try {
    await waitFor(async () => (await store.usage.list({}, { limit: 9 })).length === 1, 60_000)
    const records = await store.usage.list({}, { limit: 9 })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ operation: 'image', model, outcome: 'ok', images: 1, costMicros: 500_000 })
  } finally {
    await store.close()
  }
  expect(submits()).toHaveLength(1)
}, 90_000)
