import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordReport } from '@interlingua/server'
import { askUsage } from '../metering/ask-usage.ts'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import type { SeenRequest } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { answerWell, failLast, numbered, sendJson, startEmbedUpstream, textsOf, type EmbedUpstream } from './start-embed-upstream.ts'

let provider: ScriptedProvider
let first: EmbedUpstream
let second: EmbedUpstream
let gateway: RunningGateway
let admin: string
beforeAll(async () => {
  provider = await startScriptedProvider()
  first = await startEmbedUpstream()
  second = await startEmbedUpstream()
  const demo = { baseUrl: provider.url, apiKey: 'demo', circuitBreaker: false } as const
  gateway = await startGateway({
    channels: [
      { ...demo, name: 'o', format: 'openai-embeddings', models: ['demo-embeddings'] },
      { ...demo, name: 'g', format: 'gemini-embeddings', models: ['demo-embed-content', 'gemini-embedding-001'] },
      { ...demo, name: 'v', format: 'vertex-predict', models: ['demo-vertex-predict'] },
      { name: 'first', format: 'gemini-embeddings', baseUrl: first.url, models: ['m', 'alone'], circuitBreaker: false },
      {
        name: 'second',
        format: 'gemini-embeddings',
        baseUrl: second.url,
        models: [{ name: 'm', upstream: 'other' }],
        circuitBreaker: false,
      },
    ],
    prices: {
      currency: 'EUR',
      models: [
        { model: 'other', input: 7_000, output: 0 },
        { model: '*', input: 1_000, output: 5_000 },
      ],
    },
    dataDir: tempFolder('embeddings'),
    retry: { attempts: 2, backoff: 0.001 },
  })
  admin = await gateway.issue({ name: 'admin', admin: true })
})
afterAll(() => provider.close())
beforeEach(() => {
  first.answer = answerWell
  second.answer = answerWell
})

async function records(): Promise<readonly RecordReport[]> {
  return (await askUsage(gateway.url, admin, '?limit=1000')).data as readonly RecordReport[] // no sums were asked for
}

/** The one record that `work` leaves. */
async function left(work: () => Promise<unknown>): Promise<RecordReport> {
  const before = new Set((await records()).map(({ id }) => id))
  await work()
  let fresh: readonly RecordReport[] = []
  await waitFor(async () => (fresh = (await records()).filter(({ id }) => !before.has(id))).length > 0)
  expect(fresh).toHaveLength(1)
  return fresh[0] as RecordReport // just counted
}

/** Tokens of the texts, as the provider counts them when it is asked directly. */
async function tokensOf(texts: readonly string[]): Promise<number> {
  const answer = await fetch(`${provider.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-embeddings', input: texts, dimensions: 2 }),
  })
  return ((await answer.json()) as { usage: { prompt_tokens: number } }).usage.prompt_tokens // OpenAI's shape
}

const texts = ['The quick brown fox', 'jumps over', 'the lazy dog, again and again.']
const embed = (model: string, input: readonly string[]): ReturnType<typeof post> => post(`${gateway.url}/v1/embeddings`, { model, input })

function native(model: string, method: 'embedContent' | 'batchEmbedContents'): ReturnType<typeof post> {
  const requests = texts.map((text) => ({ content: { parts: [{ text }] }, outputDimensionality: 4 }))
  return post(`${gateway.url}/v1/models/${model}:${method}`, method === 'embedContent' ? requests[0] : { requests })
}

describe.each(['demo-embeddings', 'demo-embed-content', 'demo-vertex-predict'])('a record of %s', (model) => {
  const channel = { 'demo-embeddings': 'o', 'demo-embed-content': 'g' }[model] ?? 'v'

  test('has the tokens that the provider counts, and what they cost', async () => {
    const tokens = await tokensOf(texts)
    for (const [format, work] of [
      ['openai-embeddings', () => embed(model, texts)],
      ['gemini-embeddings', () => native(model, 'batchEmbedContents')],
    ] as const)
      expect(await left(work)).toMatchObject({
        operation: 'embed',
        format,
        model,
        channel,
        upstreamModel: model,
        stream: false,
        status: 200,
        outcome: 'ok',
        attempts: 1,
        tokens: { input: tokens, fresh: tokens, output: 0 },
        estimated: false,
        cost: spell(tokens * 1_000),
      })
    const one = await tokensOf(texts.slice(0, 1))
    expect(await left(() => native(model, 'embedContent'))).toMatchObject({ tokens: { input: one, output: 0 }, estimated: false })
  })

  test('of a request that took several calls has the tokens of all of them', async () => {
    const many = Array.from({ length: 420 }, (_, index) => `Line ${index} of a longer text.`)
    const tokens = await tokensOf(many)
    expect(await left(() => embed(model, many))).toMatchObject({
      attempts: 1,
      tokens: { input: tokens, output: 0 },
      estimated: false,
      cost: spell(tokens * 1_000),
    })
  })
})

test('what an upstream does not tell is estimated: in the record it says so, in the answer by a notice', async () => {
  const answers: Awaited<ReturnType<typeof embed>>[] = []
  const record = await left(async () => answers.push(await embed('gemini-embedding-001', texts)))
  const [answer] = answers
  if (answer === undefined) throw new Error('there is no answer')
  const { usage } = answer.json() as { usage: { prompt_tokens: number; total_tokens: number } } // OpenAI's shape
  expect(record).toMatchObject({
    estimated: true,
    tokens: { input: usage.prompt_tokens, output: 0 },
    cost: spell(usage.prompt_tokens * 1_000),
  })
  expect(usage.prompt_tokens).toBeGreaterThan(8)
  expect(usage.prompt_tokens).toBeLessThan(30)
  expect(answer.headers.get('interlingua-notices')).toBe('synthesized=1; gateway/usage-estimated')
  expect(record.notices).toEqual(['gateway/usage-estimated'])
  // A batch of Google's dialect tells no tokens.
  const batch = await left(() => native('gemini-embedding-001', 'batchEmbedContents'))
  expect(batch).toMatchObject({ estimated: true, tokens: { input: usage.prompt_tokens }, notices: [] })
})

test('a request that is refused by the upstream costs nothing', async () => {
  first.answer = (response) => sendJson(response, { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }, 400)
  const record = await left(() => embed('alone', ['text 1']))
  expect(record).toMatchObject({ status: 400, outcome: 'invalid-request', tokens: {}, estimated: false })
  expect(record.cost).toBeUndefined()
})

/** True for the last of three calls with 250 texts. */
const isLast = (seen: SeenRequest): boolean => textsOf(seen).includes('text 249')
const refuse = (response: ServerResponse): void => sendJson(response, { error: { code: 400, message: 'no' } }, 400)

test('calls that went well are paid for, although the request failed by another', async () => {
  first.answer = failLast(2, isLast, refuse)
  const record = await left(() => embed('alone', numbered(250)))
  expect(record).toMatchObject({ status: 400, tokens: { input: 200 }, cost: spell(200 * 1_000), estimated: false })
})

test('and although another upstream gave the answer, each at the price of its own', async () => {
  first.answer = failLast(2, isLast, (response) => sendJson(response, {}, 500))
  const record = await left(() => embed('m', numbered(250)))
  expect(record).toMatchObject({ status: 200, channel: 'second', attempts: 2, tokens: { input: 450, output: 0 }, estimated: false })
  expect(record.cost).toBe(spell(200 * 1_000 + 250 * 7_000))
})

test('a client that leaves pays for about what it asked for', async () => {
  first.answer = (response, seen) => {
    if (textsOf(seen).includes('text 0')) answerWell(response, seen)
  }
  const record = await left(async () => {
    const leaving = new AbortController()
    const asked = fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'alone', input: numbered(400) }),
      signal: leaving.signal,
    }).catch(() => {})
    const before = first.seen.length
    await waitFor(() => first.seen.length >= before + 4)
    await new Promise((done) => setTimeout(done, 50))
    leaving.abort()
    await asked
  })
  expect(record).toMatchObject({ status: 499, outcome: 'cancelled', estimated: true })
  const { input = 0 } = record.tokens
  expect(input).toBeGreaterThan(400)
  expect(input).toBeLessThan(2_000)
})

describe('limits of a key', () => {
  const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}`, 'x-api-key': '' })
  const ask = (key: string, input: readonly string[] = ['text 1']): ReturnType<typeof post> =>
    post(`${gateway.url}/v1/embeddings`, { model: 'alone', input }, bearer(key))

  test('tokens are charged', async () => {
    const key = await gateway.issue({ limits: { tokensPerMinute: 50 } })
    expect((await ask(key, numbered(60))).status).toBe(200)
    const refused = await ask(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
    expect(refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  })

  test('a budget is spent, also by calls that went well in vain', async () => {
    first.answer = failLast(2, isLast, refuse)
    const key = await gateway.issue({ budget: { micros: 100_000, period: 'day' } })
    expect((await ask(key, numbered(250))).status).toBe(400)
    expect((await ask(key)).status).toBe(429)
  })
})

/** Prints millionths like the report. */
function spell(micros: number): string {
  return (micros / 1_000_000).toFixed(6)
}
