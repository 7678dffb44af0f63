import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { KeyTerms } from '@interlingua/access'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { post, type Answer } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const redis = await startRedis()
const postgres = await startPostgres()
const hello = [{ role: 'user' as const, content: 'Hello' }]

/** A thousandth of a unit of money for each token. */
const prices = { models: [{ model: 'demo-*', input: 1_000, output: 1_000 }] }

const chat = ({ url }: RunningGateway, key: string, stream = false): Promise<Answer> =>
  post(`${url}/v1/chat/completions`, { model: 'demo-chat', messages: hello, stream }, { authorization: `Bearer ${key}`, 'x-api-key': '' })
const caught = (promise: PromiseLike<unknown>): PromiseLike<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Kind of store and counters, with several gateways that share them; one gateway if they are in memory. */
interface Kind {
  readonly name: string
  readonly start: () => Promise<readonly [RunningGateway, RunningGateway]>
}

const both = async (config: object): Promise<readonly [RunningGateway, RunningGateway]> => [
  await startGateway({ ...config, prices }),
  await startGateway({ ...config, prices }),
]

const kinds: Kind[] = [
  {
    name: 'memory',
    async start() {
      const gateway = await startGateway({ dataDir: tempFolder('limits'), prices })
      return [gateway, gateway]
    },
  },
]
if (postgres) kinds.push({ name: 'PostgreSQL', start: async () => both({ databaseUrl: await postgres.createDatabase() }) })
if (redis) kinds.push({ name: 'Redis', start: () => both({ dataDir: tempFolder('limits'), redisUrl: redis.url }) })

describe.each(kinds)('limits on $name', async ({ start }) => {
  const [one, other] = await start()
  const issue = (terms: Partial<KeyTerms>): Promise<string> => one.issue(terms)
  /** Waits for a refusal by spent money, not by reservations: the other gateway may hear of an end a little later than the client. */
  const refuses = (key: string): Promise<void> =>
    waitFor(async () => {
      const { status, headers } = await chat(other, key)
      return status === 429 && headers.get('retry-after') !== '1'
    })

  test('requests are counted across gateways', async () => {
    const key = await issue({ limits: { requestsPerMinute: 4 } })
    const statuses = []
    for (const gateway of [one, other, one, other, one, other]) statuses.push((await chat(gateway, key)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('many at once are let through to the last one, and no further', async () => {
    const key = await issue({ limits: { requestsPerMinute: 10 } })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => chat(index % 2 === 0 ? one : other, key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining-requests'))).toSorted((a, b) => b - a)
    expect(remaining.slice(0, 11)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0])
  })

  test.each([false, true])('tokens are counted when they are known, streamed: %s; whoever is over waits', async (stream) => {
    const key = await issue({ limits: { tokensPerMinute: 10_000 } })
    const first = await chat(one, key, stream)
    // The request reserves all that it may use: its own text, and 1024 tokens for an answer without a maximum.
    const left = Number(first.headers.get('x-ratelimit-remaining-tokens'))
    expect([first.status, 10_000 - left > 1_024, 10_000 - left < 1_100]).toEqual([200, true, true])
    await waitFor(async () => Number((await chat(other, key)).headers.get('x-ratelimit-remaining-tokens')) < left)

    const small = await issue({ limits: { tokensPerMinute: 1 } })
    expect((await chat(one, small, stream)).status).toBe(200)
    await refuses(small)
    const refused = await chat(other, small)
    expect(refused.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', message: expect.stringContaining('1 tokens') as unknown },
    })
    expect(refused.headers.get('x-ratelimit-remaining-tokens')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  })

  test('a budget that is spent ends it, in the words of each vendor, and no SDK failover again', async () => {
    const key = await issue({ budget: { micros: 1_000, period: 'month' } })
    expect((await chat(one, key)).status).toBe(200)
    await refuses(key)
    const calls: number[] = []
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      calls.push(response.status)
      return response
    }
    const openai = new OpenAI({ baseURL: `${other.url}/v1`, apiKey: key, fetch: counting })
    const error = await caught(openai.chat.completions.create({ model: 'demo-chat', messages: hello }))
    expect(error).toBeInstanceOf(OpenAI.RateLimitError)
    expect(error).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' })
    const anthropic = new Anthropic({ baseURL: one.url, apiKey: key, fetch: counting })
    const unpaid = await caught(anthropic.messages.create({ model: 'demo-chat', max_tokens: 10, messages: hello }))
    expect(unpaid).toBeInstanceOf(Anthropic.PaymentRequiredError)
    expect(unpaid).toMatchObject({
      status: 402,
      error: { error: { type: 'billing_error', message: expect.stringMatching(/until \d{4}-\d\d-01T00:00:00Z/) as unknown } },
    })
    expect(calls).toEqual([429, 402])
    const native = await post(
      `${one.url}/v1beta/models/demo-chat:generateContent`,
      { contents: [{ parts: [{ text: 'Hello' }] }] },
      { authorization: `Bearer ${key}`, 'x-api-key': '' },
    )
    expect([native.status, native.json()]).toMatchObject([
      429,
      { error: { status: 'RESOURCE_EXHAUSTED', message: expect.stringContaining('budget') as unknown } },
    ])
    // A count costs nothing.
    expect(await anthropic.messages.countTokens({ model: 'demo-chat', messages: hello })).toMatchObject({
      input_tokens: expect.any(Number) as unknown,
    })
  })

  test('a budget with enough left stops nobody', async () => {
    const key = await issue({ budget: { micros: 1_000_000_000_000, period: 'day' } })
    for (let time = 0; time < 3; time++) expect((await chat(one, key)).status).toBe(200)
  })
})

test('what was spent is known again after a restart: from the usage records, in the period of the budget', async () => {
  const data = tempFolder('limits')
  const first = await startGateway({ dataDir: data, prices })
  const terms: Partial<KeyTerms> = { budget: { micros: 1_000, period: 'total' } }
  const key = await first.issue(terms)
  expect((await chat(first, key)).status).toBe(200)
  await first.close()
  const second = await startGateway({ dataDir: data, prices })
  const refused = await chat(second, key)
  expect([refused.status, refused.json()]).toMatchObject([429, { error: { message: 'The budget of this API key is spent.' } }])
})
