import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI, type Model } from '@google/genai'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'

type Channels = GatewayConfig['channels']

/** Channel with so many models, published one second after the other; some ids have slashes and colons. */
function channelOf(count: number): Channels {
  const models = Array.from({ length: count }, (_, index) => ({
    name: index % 5 === 0 ? `org/model:${index}` : `model-${index}`,
    created: 1_700_000_000 + index,
    ownedBy: 'acme',
  }))
  // A channel has a model at least: one that only exists as a pattern of an upstream that has no list.
  return [{ name: 'c', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: count === 0 ? ['none-*'] : models }]
}

describe.each([0, 1, 3, 2500])('the iterators of the official SDKs, over %i models', (count) => {
  let gateway: RunningGateway
  let ids: readonly string[]
  beforeAll(async () => {
    const channels = channelOf(count)
    gateway = await startGateway({ channels, demo: false })
    ids = channels.flatMap(({ models }) => models.flatMap((model) => (typeof model === 'string' ? [] : [model.name])))
  })

  test('openai', async () => {
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
    const seen: OpenAI.Model[] = []
    for await (const model of client.models.list()) seen.push(model)
    expect(seen).toEqual(ids.map((id, index) => ({ id, object: 'model', created: 1_700_000_000 + index, owned_by: 'acme' })))
  })

  test.each([undefined, 1000, 7])('@anthropic-ai/sdk, pages of %s', async (limit) => {
    if (limit === 7 && count === 2500) return expect(await pages(gateway.url, 3)).toEqual([7, 7, 7])
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
    const seen: Anthropic.ModelInfo[] = []
    for await (const model of client.models.list(limit === undefined ? {} : { limit })) seen.push(model)
    expect(seen.map(({ id }) => id)).toEqual(ids.toReversed())
    for (const { type, display_name: name, id, created_at: created, lifecycle } of seen) {
      expect({ type, name, lifecycle }).toEqual({ type: 'model', name: id, lifecycle: 'active' })
      expect(new Date(created).getTime()).toBe((1_700_000_000 + ids.indexOf(id)) * 1000)
    }
  })

  test.each([{}, { pageSize: 1000 }, { pageSize: 50 }])('@google/genai, %j', async (config) => {
    for (const apiVersion of ['v1beta', 'v1']) {
      const client = new GoogleGenAI({ apiKey: 'any', apiVersion, httpOptions: { baseUrl: gateway.url } })
      const seen: Model[] = []
      for await (const model of await client.models.list({ config })) seen.push(model)
      expect(seen.map(({ name }) => name)).toEqual(ids.map((id) => `models/${id}`))
      for (const { supportedActions } of seen) expect(supportedActions).toEqual(['generateContent', 'streamGenerateContent', 'countTokens'])
    }
  })

  test('one model, by each', async () => {
    const [id = 'gone'] = ids
    const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })
    const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
    const google = new GoogleGenAI({ apiKey: 'any', apiVersion: 'v1beta', httpOptions: { baseUrl: gateway.url } })
    if (count === 0) {
      await expect(openai.models.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError)
      await expect(anthropic.models.retrieve(id)).rejects.toBeInstanceOf(Anthropic.NotFoundError)
      await expect(google.models.get({ model: id })).rejects.toMatchObject({ status: 404 })
      return
    }
    expect(await openai.models.retrieve(id)).toEqual({ id, object: 'model', created: 1_700_000_000, owned_by: 'acme' })
    expect(await anthropic.models.retrieve(id)).toMatchObject({ type: 'model', id, created_at: '2023-11-14T22:13:20Z' })
    expect(await google.models.get({ model: id })).toMatchObject({ name: `models/${id}`, displayName: id })
  })
})

async function pages(url: string, count: number): Promise<readonly number[]> {
  const client = new Anthropic({ baseURL: url, apiKey: 'any', maxRetries: 0 })
  const sizes: number[] = []
  for await (const page of (await client.models.list({ limit: 7 })).iterPages()) {
    sizes.push(page.data.length)
    if (sizes.length === count) break
  }
  return sizes
}

describe('whose style a list has', () => {
  let url: string
  beforeAll(async () => {
    ;({ url } = await startGateway({ channels: channelOf(1), demo: false }))
  })
  const styleOf = async (path: string, headers: Record<string, string>): Promise<string> => {
    const response = await fetch(url + path, { headers })
    const body = (await response.json()) as object // each style answers with an object
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(response.headers.get('vary')).toContain('anthropic-version')
    return 'models' in body ? 'native' : 'has_more' in body ? 'anthropic' : 'openai'
  }
  test.each([
    ['/v1/models', { authorization: 'Bearer any' }, 'openai'],
    ['/v1/models', { authorization: 'Bearer any', 'anthropic-version': '2023-06-01' }, 'anthropic'],
    ['/v1/models', { 'x-api-key': 'any' }, 'anthropic'],
    ['/v1/models', { 'x-api-key': 'any', authorization: 'Bearer any' }, 'openai'],
    ['/v1/models', { 'x-goog-api-key': 'any' }, 'native'],
    ['/v1/models', { 'x-goog-api-key': 'any', 'anthropic-version': '2023-06-01' }, 'anthropic'],
    ['/v1/models?key=any', {}, 'native'],
    ['/v1beta/models', { authorization: 'Bearer any' }, 'native'],
    ['/v1beta/models?key=any', {}, 'native'],
  ] as const)('GET %s with %j: %s', async (path, headers, style) => {
    expect(await styleOf(path, headers)).toBe(style)
  })
})

describe('a page that cannot be', () => {
  test('is refused in the dialect, by the name of the parameter', async () => {
    const { url } = await startGateway({ channels: channelOf(3), demo: false })
    const get = async (path: string, headers: Record<string, string>): Promise<unknown> => {
      const response = await fetch(url + path, { headers })
      return { status: response.status, ...((await response.json()) as object) } // an error is an object in each dialect
    }
    const anthropic = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }
    expect(await get('/v1/models?limit=none', anthropic)).toMatchObject({
      status: 400,
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining('limit') as unknown },
    })
    expect(await get('/v1/models?after_id=gone', anthropic)).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('after_id') as unknown },
    })
    expect(await get('/v1beta/models?pageToken=gone', { 'x-goog-api-key': 'any' })).toMatchObject({
      status: 400,
      error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining('pageToken') as unknown },
    })
    expect(await get('/v1/models?limit=none', { authorization: 'Bearer any' })).toMatchObject({ status: 200, object: 'list' })
  })
})
