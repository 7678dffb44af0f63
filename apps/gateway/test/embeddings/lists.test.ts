import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { embedModels } from './models.ts'

interface Listed {
  readonly name: string
  readonly supportedGenerationMethods: readonly string[]
}

async function methodsOf(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const answer = await fetch(`${url}/v1beta/models`, { headers: { authorization: 'Bearer any' } })
  const { models } = (await answer.json()) as { models: Listed[] } // Google's shape
  return Object.fromEntries(models.map(({ name, supportedGenerationMethods }) => [name.replace('models/', ''), supportedGenerationMethods]))
}

const embeds = ['embedContent', 'batchEmbedContents']
const generates = ['generateContent', 'streamGenerateContent', 'countTokens']

let upstream: RunningUpstream
beforeAll(async () => {
  upstream = await startUpstream()
  upstream.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        models: [
          { name: 'models/gemini-2.5-flash', supportedGenerationMethods: generates },
          { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent', 'countTextTokens'] },
        ],
      }),
    )
})

describe('the list of models', () => {
  test('says of the demo which models embed, and which generate', async () => {
    const { url } = await startGateway()
    const methods = await methodsOf(url)
    for (const model of embedModels) expect([model, methods[model]]).toEqual([model, embeds])
    for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'])
      expect([model, methods[model]]).toEqual([model, generates])
    for (const model of embedModels) {
      const one = await fetch(`${url}/v1beta/models/${model}`, { headers: { authorization: 'Bearer any' } })
      expect(await one.json()).toMatchObject({ name: `models/${model}`, supportedGenerationMethods: embeds })
    }
  })

  test("follows the upstream's own list, then the id, then the channel", async () => {
    const { url } = await startGateway({
      channels: [
        { name: 'g', format: 'contents', baseUrl: upstream.url, models: ['gemini-2.5-flash', 'gemini-embedding-001'] },
        {
          name: 'o',
          format: 'chat',
          baseUrl: 'http://127.0.0.1:9',
          models: ['gpt-5', 'text-embedding-3-small', { name: 'small', upstream: 'text-embedding-3-small' }],
        },
        { name: 'v', format: 'openai-embeddings', baseUrl: 'http://127.0.0.1:9', models: ['voyage-3'] },
      ],
      routes: [{ match: 'vectors', to: 'voyage-3' }],
    })
    expect(await methodsOf(url)).toEqual({
      'gemini-2.5-flash': generates,
      'gemini-embedding-001': embeds,
      'gpt-5': generates,
      'text-embedding-3-small': embeds,
      small: embeds,
      'voyage-3': embeds,
      vectors: embeds,
    })
  })
})

describe('models of channels of text', () => {
  test('are asked for embeddings in the dialect of their vendor', async () => {
    const seen: string[] = []
    const vendor = await startUpstream()
    vendor.answer = (response, { url, body }) => {
      seen.push(url)
      const { input, requests } = JSON.parse(body.toString()) as { input?: unknown; requests?: unknown[] } // the body is in one of the vendors' dialects
      const answer = requests
        ? { embeddings: [{ values: [1] }] }
        : {
            object: 'list',
            model: 'm',
            data: [{ object: 'embedding', index: 0, embedding: [1] }],
            usage: { prompt_tokens: 1, total_tokens: 1 },
          }
      expect(input ?? requests).toBeDefined()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
    const { url } = await startGateway({
      channels: [
        { name: 'c', format: 'chat', baseUrl: `${vendor.url}/v1`, models: ['*-c'], dialect: 'deepseek' },
        { name: 'r', format: 'responses', baseUrl: vendor.url, models: ['*-r'] },
        { name: 'g', format: 'contents', baseUrl: vendor.url, models: ['*-g'], dialect: { vendor: 'someone' } },
        { name: 'a', format: 'messages', baseUrl: vendor.url, models: ['*-a'] },
      ],
    })
    for (const id of ['c', 'r', 'g']) {
      const answer = await post(`${url}/v1/embeddings`, { model: `embed-${id}`, input: ['x'] })
      expect([id, answer.status]).toEqual([id, 200])
    }
    expect(seen).toEqual(['/v1/embeddings', '/v1/embeddings', '/v1beta/models/embed-g:batchEmbedContents'])
    // That vendor has none.
    expect((await post(`${url}/v1/embeddings`, { model: 'embed-a', input: ['x'] })).status).toBe(400)
    // These models are known to make no embeddings.
    for (const model of ['gpt-5-c', 'o3-r', 'gemini-2.5-flash-g']) {
      const answer = await post(`${url}/v1/embeddings`, { model, input: ['x'] })
      expect([model, answer.status]).toEqual([model, 400])
    }
    expect(seen).toHaveLength(3)
  })

  test('on Vertex by its own paths, one text a call', async () => {
    const vendor = await startUpstream()
    vendor.answer = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"embedding":{"values":[1,2]},"usageMetadata":{"promptTokenCount":3}}')
    const prefix = '/v1/projects/p/locations/l/publishers/google'
    const { url } = await startGateway({
      channels: [
        { name: 'v', format: 'contents', baseUrl: vendor.url, models: ['gemini-embedding-2'], dialect: { server: 'vertex', prefix } },
      ],
    })
    const answer = await post(`${url}/v1/embeddings`, { model: 'gemini-embedding-2', input: ['x', 'y'], dimensions: 2 })
    expect(answer.json()).toMatchObject({ data: [{ embedding: [1, 2] }, { embedding: [1, 2] }], usage: { prompt_tokens: 6 } })
    expect(vendor.seen.map(({ url: path, body }) => [path, JSON.parse(body.toString())])).toEqual(
      ['x', 'y'].map((text) => [
        `${prefix}/models/gemini-embedding-2:embedContent`,
        { content: { parts: [{ text }] }, embedContentConfig: { outputDimensionality: 2 } },
      ]),
    )
  })
})
