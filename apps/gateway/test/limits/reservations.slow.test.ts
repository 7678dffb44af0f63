import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { post, type Answer } from '../post.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const redis = await startRedis()
const postgres = await startPostgres()
const upstream = await startUpstream()

const usage = { prompt_tokens: 11, completion_tokens: 1, total_tokens: 12 }
const document = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage,
})
const delta = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] })}\n\n`
const json = { 'content-type': 'application/json' }
const answering = upstream.answer
afterEach(() => {
  upstream.answer = answering
})

/** Body of 41 bytes, which are 11 tokens: with one token of output the estimate is exact. */
const body = (extra: object = {}): object => ({ model: 'm', max_tokens: 1, messages: [], ...extra })
const prices = { models: [{ model: '*', input: 1, output: 1, image: 0.5 }] }
const config = (place: object): object => ({
  ...place,
  prices,
  channels: [{ name: 'up', format: 'chat', baseUrl: upstream.url, models: ['m'] }],
})

const ask = ({ url }: RunningGateway, key: string, what: object = body()): Promise<Answer> =>
  post(`${url}/v1/chat/completions`, what, { authorization: `Bearer ${key}`, 'x-api-key': '' })

const places: { readonly name: string; readonly place: object }[] = [{ name: 'SQLite', place: { dataDir: tempFolder('limits') } }]
if (postgres) places.push({ name: 'PostgreSQL', place: { databaseUrl: await postgres.createDatabase() } })
if (redis) places.push({ name: 'Redis', place: { dataDir: tempFolder('limits'), redisUrl: redis.url } })

describe.each(places)('100 requests at once, counted on $name', async ({ place }) => {
  const one = await startGateway(config(place))
  const other = await startGateway(config(place))
  const crowd = async (key: string): Promise<readonly Answer[]> => {
    // The served requests run until all others are admitted or refused.
    upstream.answer = (response) => void setTimeout(() => response.writeHead(200, json).end(document), 1_000)
    return Promise.all(Array.from({ length: 100 }, (_, index) => ask(index % 2 === 0 ? one : other, key)))
  }
  const served = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length

  test('60 tokens a minute and 12 tokens each: 5 are served', async () => {
    const key = await one.issue({ limits: { tokensPerMinute: 60 } })
    const answers = await crowd(key)
    expect([served(answers), answers.filter(({ status }) => status === 429).length]).toEqual([5, 95])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.json()).toMatchObject({ error: { code: 'rate_limit_exceeded', message: expect.stringContaining('60') as unknown } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused?.headers.get('x-ratelimit-remaining-tokens')).toBe('0')
    // The limit is used up, and the next request has to wait for the next minute.
    await waitFor(async () => Number((await ask(other, key)).headers.get('retry-after')) > 1)
  })

  test('a budget for 8 requests: 8 are served', async () => {
    const key = await one.issue({ budget: { micros: 100, period: 'total' } })
    expect(served(await crowd(key))).toBe(8)
    // The rest of the budget is less than one request, so that request is the last.
    await waitFor(async () => (await ask(one, key)).status === 200)
    await waitFor(async () => (await ask(other, key)).text.includes('insufficient_quota'))
  })
})

test('100 requests at once of a key of the configuration, counted in memory: 5 are served', async () => {
  const gateway = await startGateway({ ...config({}), limits: { keys: { tokensPerMinute: 60 } } })
  upstream.answer = (response) => void setTimeout(() => response.writeHead(200, json).end(document), 500)
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(gateway, 'any')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
})

describe('a reservation', async () => {
  const gateway = await startGateway(config({ dataDir: tempFolder('limits') }))
  /** Issues a key whose whole budget one request reserves, so that a second one is refused meanwhile. */
  const issue = (): Promise<string> => gateway.issue({ budget: { micros: 1_000, period: 'day' } })
  const large = (extra: object = {}): object => body({ max_tokens: 5_000, ...extra })
  const isFree = (key: string): Promise<void> => {
    upstream.answer = (response) => void response.writeHead(200, json).end(document)
    return waitFor(async () => (await ask(gateway, key, large())).status === 200)
  }

  test('larger than the whole budget is let through alone, and no other beside it', async () => {
    const key = await issue()
    upstream.answer = (response) => void setTimeout(() => response.writeHead(200, json).end(document), 500)
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(gateway, key, large())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect([refused?.json(), refused?.headers.get('retry-after')]).toMatchObject([
      { error: { message: expect.stringMatching(/0\.000000 left .* up to 0\.00501/) as unknown } },
      '1',
    ])
    await isFree(key)
  })

  test.each([
    [
      'its upstream fails',
      (response: Parameters<typeof answering>[0]) => void response.writeHead(400, json).end('{"error":{"message":"no"}}'),
    ],
    ['its upstream breaks off', (response: Parameters<typeof answering>[0]) => void response.destroy()],
    ['its answer cannot be read', (response: Parameters<typeof answering>[0]) => void response.writeHead(200, json).end('<html>')],
  ])('is released where %s', async (_, answer) => {
    const key = await issue()
    upstream.answer = answer
    expect((await ask(gateway, key, large())).status).toBeGreaterThanOrEqual(400)
    await isFree(key)
  })

  test('is released where its stream is cut', async () => {
    const key = await issue()
    upstream.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta)
      setTimeout(() => response.destroy(), 50)
    }
    expect((await ask(gateway, key, large({ stream: true }))).status).toBe(200)
    await isFree(key)
  })

  test('is released where the client leaves in the middle of a stream', async () => {
    const key = await issue()
    upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta)
    const asking = request(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers: { ...json, authorization: `Bearer ${key}` } })
    asking.on('error', () => {}).end(JSON.stringify(large({ stream: true })))
    await new Promise((done) => asking.on('response', (answer) => answer.once('data', done)))
    expect((await ask(gateway, key, large())).status).toBe(429)
    asking.destroy()
    await isFree(key)
  })

  test('is not made for a request that is wrong', async () => {
    const key = await issue()
    expect((await ask(gateway, key, { model: 'none', messages: [] })).status).toBe(404)
    await isFree(key)
  })
})

test('embeddings, images, videos and background responses reserve, too', async () => {
  const gateway = await startGateway({
    dataDir: tempFolder('limits'),
    prices: { models: [{ model: '*', input: 1, output: 1, image: 1, video: 1 }] },
    demo: true,
  })
  const paths: readonly (readonly [string, object])[] = [
    ['/v1/embeddings', { model: 'demo-embeddings', input: 'Hello' }],
    ['/v1/images/generations', { model: 'demo-openai-images', prompt: 'A cat' }],
    ['/v1/video/generations', { model: 'demo-openai-videos', prompt: 'A cat' }],
    ['/v1/responses', { model: 'demo-responses', input: 'Hello', background: true }],
  ]
  for (const [path, what] of paths) {
    const key = await gateway.issue({ budget: { micros: 2, period: 'day' } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`${gateway.url}${path}`, what, { authorization: `Bearer ${key}`, 'x-api-key': '' })),
    )
    const statuses = answers.map(({ status }) => status)
    expect([path, statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([
      path,
      1,
      9,
    ])
  }
})
