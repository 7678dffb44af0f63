import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { askUsage } from '../metering/ask-usage.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { pixel } from './pictures.ts'
import { answerWith, askImages } from './scripted.ts'

const ark = await startUpstream()
const first = await startUpstream()
const second = await startUpstream()
const model = 'doubao-seedream-4-0-250828'
const { url, issue } = await startGateway({
  dataDir: tempFolder('images'),
  retry: { attempts: 4, backoff: 0.01 },
  channels: [
    { name: 'a', format: 'ark-images', baseUrl: ark.url, models: [model] },
    { name: 'first', format: 'openai-images', baseUrl: first.url, models: ['gpt-image-1'], priority: 0, circuitBreaker: false },
    { name: 'second', format: 'openai-images', baseUrl: second.url, models: ['gpt-image-1'], priority: 1, circuitBreaker: false },
  ],
  prices: { models: [{ model: 'doubao-*', input: 0, output: 0, image: 1 }] },
})
const admin = await issue({ admin: true })

beforeEach(() => {
  for (const upstream of [ark, first, second]) upstream.seen.length = 0
})

const one = (name: string): object => ({
  created: 1,
  data: [{ url: `https://example.com/${name}.jpeg` }],
  usage: { generated_images: 1, output_tokens: 4096, total_tokens: 4096 },
})

test('images that each take a call come together, in the order of their calls, and are one attempt', async () => {
  ark.answer = (response) => {
    const call = ark.seen.length
    setTimeout(() => answerWith(one(String(call)))(response), call === 2 ? 60 : 5)
  }
  const { status, body } = await askImages(url, { model, prompt: 'cats', n: 6 })
  expect(status).toBe(200)
  expect(body.data?.map((item) => item.url)).toEqual([1, 2, 3, 4, 5, 6].map((call) => `https://example.com/${call}.jpeg`))
  expect(body.usage).toMatchObject({ generated_images: 6, output_tokens: 6 * 4096 })
  expect(ark.seen).toHaveLength(6)
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ images: 6, cost: '6.000000', attempts: 1 })
})

test('a call that fails after one has succeeded is a failed item, and is never made again', async () => {
  ark.answer = (response) => {
    if (ark.seen.length === 2)
      answerWith({ error: { code: 'ServerOverloaded', message: 'Busy.', type: 'TooManyRequests', param: '' } }, 429)(response)
    else if (ark.seen.length === 3) response.destroy()
    else answerWith(one(String(ark.seen.length)))(response)
  }
  const { status, body } = await askImages(url, { model, prompt: 'cats', n: 4 })
  expect(status).toBe(200)
  expect(body.data).toHaveLength(2)
  expect(body.errors?.map(({ index }) => index)).toEqual([1, 2])
  for (const { code, message } of body.errors ?? []) expect([code, message].every((text) => text.length > 3)).toBe(true)
  expect(ark.seen).toHaveLength(4)
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ images: 2, cost: '2.000000', outcome: 'ok' })
})

test('a first call that is refused for all is the error, and no other is made', async () => {
  ark.answer = answerWith(
    { error: { code: 'InputTextSensitiveContentDetected', message: 'Not this.', type: 'BadRequest', param: '' } },
    400,
  )
  const { status, body } = await askImages(url, { model, prompt: 'cats', n: 4 })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'content_policy_violation', message: expect.stringContaining('Not this.') as string })
  expect(ark.seen).toHaveLength(1)
})

test('images of several calls are streamed as they are made, each with its index, and one end', async () => {
  ark.answer = (response) =>
    answerWith(
      ark.seen.length === 2 ? { error: { code: 'InternalServiceError', message: 'Oops.' } } : one('x'),
      ark.seen.length === 2 ? 500 : 200,
    )(response)
  const answer = await fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model, prompt: 'cats', n: 3, stream: true, response_format: 'url' }),
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const events = (await answer.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as Record<string, unknown>)
  expect(events.map(({ type, image_index: index }) => [type, index])).toEqual(
    expect.arrayContaining([
      ['image_generation.completed', 0],
      ['image_generation.failed', 1],
      ['image_generation.completed', 2],
    ]),
  )
  expect(events.filter(({ type }) => type === 'error')).toEqual([])
  expect(events.filter(({ usage }) => usage !== undefined)).toHaveLength(1)
})

test('a client that leaves ends all calls that run', async () => {
  ark.answer = (response) => {
    if (ark.seen.length === 1) answerWith(one('1'))(response)
  }
  const leaving = new AbortController()
  const answer = fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model, prompt: 'cats', n: 10 }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await waitFor(() => ark.seen.length === 5)
  leaving.abort()
  expect(await answer).toBe('left')
  await waitFor(() => ark.seen.filter(({ left }) => left).length === 4)
  await wait(50)
  expect(ark.seen).toHaveLength(5)
  await waitFor(async () => {
    const [record] = (await askUsage(url, admin, '?limit=1')).data
    return JSON.stringify(record).includes('"cancelled"')
  })
  expect((await askUsage(url, admin, '?limit=1')).data[0]).toMatchObject({ outcome: 'cancelled', images: 1, cost: '1.000000' })
})

test('a channel that has no time is left for the next one, and the answer is paid for once', async () => {
  first.answer = answerWith({ error: { message: 'Slow down.', type: 'requests', param: null, code: 'rate_limit_exceeded' } }, 429)
  second.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
  const { status, body } = await askImages(url, { model: 'gpt-image-1', prompt: 'a cat' })
  expect([status, body.data]).toEqual([200, [{ b64_json: pixel }]])
  expect([first.seen.length, second.seen.length]).toEqual([1, 1])
})

const breaksOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"cre', () => response.destroy())
}
const noJson = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')

test.for([
  ['breaks off in the middle', breaksOff],
  ['is no JSON', noJson],
  ['has no image', answerWith({ created: 1, data: [] })],
  [
    'is a 500 of which nobody knows what it did',
    answerWith({ error: { message: 'Oops.', type: 'server_error', param: null, code: null } }, 500),
  ],
] as const)('an answer that %s is asked for of nobody else: it may be paid for', async ([, answer]) => {
  first.answer = answer
  second.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
  const { status } = await askImages(url, { model: 'gpt-image-1', prompt: 'a cat' })
  expect(status).toBeGreaterThanOrEqual(500)
  expect([first.seen.length, second.seen.length]).toEqual([1, 0])
})
