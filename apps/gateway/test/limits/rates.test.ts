import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyTerms } from '@interlingua/access'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

const folder = tempFolder('limits')
const hello = [{ role: 'user' as const, content: 'Hello' }]

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder })
})

const issue = (limits: KeyTerms['limits']): Promise<string> => gateway.issue(limits && { limits })
const anthropic = (apiKey: string): Anthropic => new Anthropic({ baseURL: gateway.url, apiKey, maxRetries: 0 })
const openai = (apiKey: string): OpenAI => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 })
const google = (apiKey: string): GoogleGenAI => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } })
const say = (client: Anthropic): ReturnType<typeof client.messages.create> =>
  client.messages.create({ model: 'demo-messages', max_tokens: 50, messages: hello })
const caught = (promise: PromiseLike<unknown>): PromiseLike<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a key with a rate of requests', () => {
  test('client 1.10: is refused over it as Anthropic refuses, with the time to wait and what is left', async () => {
    const client = anthropic(await issue({ requestsPerMinute: 2 }))
    const { response } = await client.messages.create({ model: 'demo-messages', max_tokens: 50, messages: hello }).withResponse()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'anthropic-ratelimit-requests-limit': '2',
      'anthropic-ratelimit-requests-remaining': '1',
      'anthropic-ratelimit-requests-reset': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
    })
    const reset = Date.parse(response.headers.get('anthropic-ratelimit-requests-reset') ?? '') - Date.now()
    expect(reset).toBeGreaterThan(50_000)
    expect(reset).toBeLessThan(62_000)
    await say(client)
    const error = await caught(say(client))
    expect(error).toBeInstanceOf(Anthropic.RateLimitError)
    expect(error).toMatchObject({ status: 429, error: { type: 'error', error: { type: 'rate_limit_error' } } })
    const { headers } = error as InstanceType<typeof Anthropic.RateLimitError> // seen above
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
    expect(headers.get('anthropic-ratelimit-requests-remaining')).toBe('0')
  })

  test('is refused over it as OpenAI refuses, on both endpoints, streamed or not', async () => {
    const client = openai(await issue({ requestsPerMinute: 2 }))
    const { response } = await client.chat.completions.create({ model: 'demo-chat', messages: hello }).withResponse()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-ratelimit-limit-requests': '2',
      'x-ratelimit-remaining-requests': '1',
      'x-ratelimit-reset-requests': expect.stringMatching(/^(5\ds|1m0s)$/) as unknown,
    })
    const streamed = await client.responses.create({ model: 'demo-responses', input: 'Hello', stream: true }).withResponse()
    expect(streamed.response.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    for await (const _event of streamed.data);
    for (const refused of [
      client.chat.completions.create({ model: 'demo-chat', messages: hello }),
      client.responses.create({ model: 'demo-responses', input: 'Hello' }),
      client.responses.create({ model: 'demo-responses', input: 'Hello', stream: true }),
    ]) {
      const error = await caught(refused)
      expect(error).toBeInstanceOf(OpenAI.RateLimitError)
      expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
      expect(Number((error as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after'))).toBeGreaterThan(50) // seen above
    }
  })

  test('is refused over it as Google refuses: RESOURCE_EXHAUSTED, the time to wait in RetryInfo', async () => {
    const key = await issue({ requestsPerMinute: 1 })
    await google(key).models.generateContent({ model: 'demo-contents', contents: 'Hello' })
    const error = await caught(google(key).models.generateContent({ model: 'demo-contents', contents: 'Hello' }))
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(429) // seen above
    const refused = await post(
      `${gateway.url}/v1beta/models/demo-contents:generateContent`,
      { contents: [{ parts: [{ text: 'Hello' }] }] },
      { authorization: `Bearer ${key}`, 'x-api-key': '' },
    )
    expect(refused.json()).toMatchObject({
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: expect.stringMatching(/^(5\d|60)s$/) as unknown }],
      },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  })

  test('a request that is wrong, or that its upstream fails, counts all the same', async () => {
    const key = { authorization: `Bearer ${await issue({ requestsPerMinute: 2 })}`, 'x-api-key': '' }
    const ask = (body: unknown): ReturnType<typeof post> => post(`${gateway.url}/v1/chat/completions`, body, key)
    expect((await ask('{')).status).toBe(400)
    expect((await ask({ model: 'demo-chat', messages: [{ role: 'user', content: '[demo:status 500]' }] })).status).toBe(500)
    expect((await ask({ model: 'demo-chat', messages: hello })).status).toBe(429)
  })

  test('it is refused before its body is read', async () => {
    const key = await issue({ requestsPerMinute: 1 })
    await say(anthropic(key))
    const asking = request(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-length': '1000' },
    })
    asking.write('{')
    const [answer] = (await once(asking, 'response')) as [IncomingMessage] // the event's only value
    expect(answer.statusCode).toBe(429)
    asking.on('error', () => {}).destroy()
  })

  test('25 counts of tokens at once take nothing and trip nothing, also where the rate is spent', async () => {
    const client = anthropic(await issue({ requestsPerMinute: 1, tokensPerMinute: 1, concurrentStreams: 1 }))
    const count = (): Promise<unknown> => client.messages.countTokens({ model: 'demo-messages', messages: hello })
    const before = await Promise.all(Array.from({ length: 25 }, count))
    await say(client)
    const after = await Promise.all(Array.from({ length: 25 }, count))
    expect(new Set([...before, ...after].map((counted) => JSON.stringify(counted))).size).toBe(1)
    expect(await caught(say(client))).toBeInstanceOf(Anthropic.RateLimitError)
  })

  test('the model list takes nothing, and is refused while the rate is spent', async () => {
    const key = await issue({ requestsPerMinute: 1 })
    for (let time = 0; time < 3; time++) expect((await openai(key).models.list()).data.length).toBeGreaterThan(0)
    await say(anthropic(key))
    expect(await caught(openai(key).models.list())).toBeInstanceOf(OpenAI.RateLimitError)
    expect(await caught(anthropic(key).models.list())).toBeInstanceOf(Anthropic.RateLimitError)
  })
})

describe('keys', () => {
  test('a key without limits is told none, and never refused', async () => {
    const client = anthropic(await gateway.issue())
    const { response } = await client.messages.create({ model: 'demo-messages', max_tokens: 50, messages: hello }).withResponse()
    expect([...response.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  })

  test("the configuration's limits are for keys without their own, each limit by itself", async () => {
    const strict = await startGateway({
      dataDir: tempFolder('limits'),
      limits: { keys: { requestsPerMinute: 3, tokensPerMinute: 5_000 } },
    })
    const headersOf = async (limits?: KeyTerms['limits']): Promise<unknown> => {
      const secret = await strict.issue(limits && { limits })
      const headers = { authorization: `Bearer ${secret}`, 'x-api-key': '' }
      const answer = await post(`${strict.url}/v1/chat/completions`, { model: 'demo-chat', messages: hello }, headers)
      return ['requests', 'tokens'].map((what) => answer.headers.get(`x-ratelimit-limit-${what}`))
    }
    expect(await headersOf()).toEqual(['3', '5000'])
    expect(await headersOf({ requestsPerMinute: 7 })).toEqual(['7', '5000'])
    expect(await headersOf({ requestsPerMinute: 7, tokensPerMinute: 9_000 })).toEqual(['7', '9000'])
  })

  test('keys do not touch each other', async () => {
    const [one, other] = [anthropic(await issue({ requestsPerMinute: 1 })), anthropic(await issue({ requestsPerMinute: 1 }))]
    await say(one)
    expect(await caught(say(one))).toBeInstanceOf(Anthropic.RateLimitError)
    await say(other)
  })
})

describe("an upstream's own rates", () => {
  test('are passed to keys without limits, and never shown beside our own', async () => {
    const upstream = await startUpstream()
    upstream.answer = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-limit-tokens': '999', 'x-ratelimit-limit-requests': '999' })
        .end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }] }))
    const passing = await startGateway({
      dataDir: tempFolder('limits'),
      channels: [{ name: 'up', format: 'chat', baseUrl: upstream.url, models: ['m'] }],
    })
    const ask = async (terms: Partial<KeyTerms>): Promise<readonly (string | null)[]> => {
      const headers = { authorization: `Bearer ${await passing.issue(terms)}`, 'x-api-key': '' }
      const answer = await post(`${passing.url}/v1/chat/completions`, { model: 'm', messages: hello }, headers)
      expect(answer.status).toBe(200)
      return ['requests', 'tokens'].map((what) => answer.headers.get(`x-ratelimit-limit-${what}`))
    }
    expect(await ask({})).toEqual(['999', '999'])
    expect(await ask({ limits: { requestsPerMinute: 5 } })).toEqual(['5', null])
  })
})
