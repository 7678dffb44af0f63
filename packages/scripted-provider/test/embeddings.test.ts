import { createGoogle } from '@ai-sdk/google'
import { createGoogleVertex } from '@ai-sdk/google-vertex'
import { createOpenAI } from '@ai-sdk/openai'
import { ApiError, GoogleGenAI } from '@google/genai'
import { cosineSimilarity, embed, embedMany } from 'ai'
import OpenAI, { BadRequestError } from 'openai'
import { describe, expect, test } from 'vitest'
import { similarTexts } from './similar-texts.ts'
import { serve } from './provider.ts'

const { openai, google, provider } = await serve()
const vertex = new GoogleGenAI({ vertexai: true, apiKey: 'demo', httpOptions: { baseUrl: provider.url } })
const model = 'demo-embeddings'

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector)
}

async function post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer demo' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json() }
}

describe('vectors', () => {
  test('similar texts are closer to each other than to any of the other texts', async () => {
    const { data } = await openai.embeddings.create({ model, input: similarTexts.flat(), encoding_format: 'float' })
    const vectors = data.map(({ embedding }) => embedding)
    for (let i = 0; i < vectors.length; i++) {
      const own = cosineSimilarity(vectors[i] ?? [], vectors[i ^ 1] ?? [])
      for (let j = 0; j < vectors.length; j++)
        if (j !== i && j !== (i ^ 1))
          expect(own, `${similarTexts.flat()[i]} / ${similarTexts.flat()[j]}`).toBeGreaterThan(
            cosineSimilarity(vectors[i] ?? [], vectors[j] ?? []),
          )
    }
  })

  test('case and punctuation matter little, but a little', async () => {
    const { data } = await openai.embeddings.create({ model, input: ['Hello, world!', 'hello world'], encoding_format: 'float' })
    const [a, b] = data.map(({ embedding }) => embedding)
    expect(cosineSimilarity(a ?? [], b ?? [])).toBeGreaterThan(0.97)
    expect(a).not.toEqual(b)
  })

  test.each([1, 2, 8, 256, 768, 1536, 3072])(
    'a vector of %i dimensions has unit length and is the same on every day',
    async (dimensions) => {
      const first = await openai.embeddings.create({ model, input: 'A text', dimensions, encoding_format: 'float' })
      const second = await openai.embeddings.create({ model, input: 'A text', dimensions, encoding_format: 'float' })
      const vector = first.data[0]?.embedding ?? []
      expect(vector).toHaveLength(dimensions)
      expect(lengthOf(vector)).toBeCloseTo(1, 5)
      expect(second).toEqual(first)
    },
  )

  test('the same text has the same vector in every dialect', async () => {
    const dimensions = 768
    const text = 'One text for all'
    const [styled, native, batch, predicted] = await Promise.all([
      openai.embeddings.create({ model, input: text, dimensions, encoding_format: 'float' }),
      post('/v1beta/models/demo-embed-content:embedContent', { content: { parts: [{ text }] }, outputDimensionality: dimensions }),
      google.models.embedContent({ model: 'demo-embed-content', contents: text, config: { outputDimensionality: dimensions } }),
      vertex.models.embedContent({ model: 'demo-vertex-predict', contents: text }),
    ])
    const vector = styled.data[0]?.embedding
    expect(native.body).toMatchObject({ embedding: { values: vector } })
    expect(batch.embeddings?.[0]?.values).toEqual(vector)
    expect(predicted.embeddings?.[0]?.values).toEqual(vector)
  })
})

describe('OpenAI', () => {
  test('its SDK reads a vector without a format, which it asks for as base64', async () => {
    const seen: string[] = []
    const client = new OpenAI({
      baseURL: `${provider.url}/v1`,
      apiKey: 'demo',
      fetch: (url, init) => {
        seen.push(String(init?.body))
        return fetch(url, init)
      },
    })
    const packed = await client.embeddings.create({ model, input: 'A text' })
    const plain = await client.embeddings.create({ model, input: 'A text', encoding_format: 'float' })
    expect(seen[0]).toContain('base64')
    expect(packed.data[0]?.embedding).toHaveLength(1536)
    expect(packed.data[0]?.embedding).toEqual(plain.data[0]?.embedding.map(Math.fround))
    expect(plain).toMatchObject({
      object: 'list',
      model,
      data: [{ object: 'embedding', index: 0 }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    })
  })

  test('base64 asked for stays a text', async () => {
    const { data } = await openai.embeddings.create({ model, input: 'A text', encoding_format: 'base64', dimensions: 3 })
    const text = String(data[0]?.embedding)
    expect(Buffer.from(text, 'base64')).toHaveLength(12)
  })

  test('a batch keeps its order, and takes tokens too', async () => {
    const input = ['one', 'two', 'three', 'one']
    const { data, usage } = await openai.embeddings.create({ model, input, encoding_format: 'float' })
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(data[0]?.embedding).toEqual(data[3]?.embedding)
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding)
    expect(usage.total_tokens).toBe(5)
    const tokens = await openai.embeddings.create({ model, input: [[1, 2, 3], [4]], encoding_format: 'float' })
    expect(tokens.usage.total_tokens).toBe(4)
    expect(tokens.data).toHaveLength(2)
  })

  test('2,048 inputs are the most, 8,192 tokens the most of one', async () => {
    const input = Array.from({ length: 2048 }, (_, i) => `Text ${i}`)
    const { data } = await openai.embeddings.create({ model, input, dimensions: 4 })
    expect(data).toHaveLength(2048)
    await expect(openai.embeddings.create({ model, input: [...input, 'more'] })).rejects.toThrow(/2048/)
    await expect(openai.embeddings.create({ model, input: 'x'.repeat(4 * 8192) })).resolves.toMatchObject({ usage: { total_tokens: 8192 } })
    await expect(openai.embeddings.create({ model, input: 'x'.repeat(4 * 8192 + 1) })).rejects.toThrow(/maximum context length/)
    await expect(openai.embeddings.create({ model, input: Array.from({ length: 40 }, () => 'x'.repeat(4 * 8000)) })).rejects.toMatchObject({
      status: 400,
      code: 'max_tokens_per_request',
    })
  })

  test.each([
    [{ input: 'a', surprise: 1 }, 'surprise', 'unknown_parameter'],
    [{ input: '' }, 'input', 'empty_string'],
    [{ input: ['a', ''] }, 'input', 'empty_string'],
    [{ input: [] }, 'input', null],
    [{}, 'input', 'missing_required_parameter'],
    [{ input: 'a', dimensions: 0 }, 'dimensions', 'integer_below_min_value'],
    [{ input: 'a', dimensions: 3073 }, 'dimensions', 'integer_above_max_value'],
    [{ input: 'a', dimensions: 1.5 }, 'dimensions', 'invalid_type'],
    [{ input: 'a', encoding_format: 'hex' }, 'encoding_format', 'invalid_value'],
    [{ input: { text: 'a' } }, 'input', 'invalid_type'],
  ])('refuses %j and names the field', async (body, param, code) => {
    expect(await post('/v1/embeddings', { model, ...body })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param, code } },
    })
  })

  test('ada-002 takes no dimensions, and 3-large has 3,072', async () => {
    await expect(openai.embeddings.create({ model: 'text-embedding-ada-002', input: 'a', dimensions: 10 })).rejects.toThrow(BadRequestError)
    const large = await openai.embeddings.create({ model: 'text-embedding-3-large', input: 'a' })
    expect(large.data[0]?.embedding).toHaveLength(3072)
  })

  test('directives in an input are obeyed, and are no part of its vector', async () => {
    await expect(openai.embeddings.create({ model, input: ['a', 'b [demo:rate-limit]'] })).rejects.toMatchObject({ status: 429 })
    await expect(openai.embeddings.create({ model, input: 'b [demo:cut]' })).rejects.toThrow()
    const once = '[demo:status 503 times=1] A text'
    await expect(openai.embeddings.create({ model, input: once })).rejects.toMatchObject({ status: 503 })
    const { data } = await openai.embeddings.create({ model, input: once })
    expect(data).toEqual((await openai.embeddings.create({ model, input: 'A text' })).data)
  })

  test('the AI SDK embeds one and many', async () => {
    const sdk = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'demo' })
    const one = await embed({ model: sdk.embedding(model), value: 'A text' })
    expect(one.embedding).toHaveLength(1536)
    expect(one.usage.tokens).toBe(2)
    const many = await embedMany({ model: sdk.embedding(model), values: ['A text', 'Another text'] })
    expect(many.embeddings).toHaveLength(2)
    expect(many.embeddings[0]).toEqual(one.embedding)
  })
})

describe('Gemini', () => {
  const path = '/v1beta/models/demo-embed-content'
  const content = { parts: [{ text: 'A text' }] }

  test('its SDK embeds one and several, under every version of the API', async () => {
    for (const apiVersion of ['v1', 'v1beta']) {
      const client = new GoogleGenAI({ apiKey: 'demo', apiVersion, httpOptions: { baseUrl: provider.url } })
      const { embeddings } = await client.models.embedContent({ model: 'demo-embed-content', contents: ['A text', 'Another'] })
      expect(embeddings?.map(({ values }) => values?.length)).toEqual([3072, 3072])
    }
  })

  test('the AI SDK embeds one by embedContent and many by batchEmbedContents', async () => {
    const sdk = createGoogle({ baseURL: `${provider.url}/v1beta`, apiKey: 'demo' })
    const embedder = sdk.embedding('demo-embed-content')
    const providerOptions = { google: { outputDimensionality: 64, taskType: 'RETRIEVAL_DOCUMENT' } }
    const one = await embed({ model: embedder, value: 'A text', providerOptions })
    const many = await embedMany({ model: embedder, values: ['A text', 'Another'], providerOptions })
    expect(one.embedding).toHaveLength(64)
    expect(many.embeddings[0]).toEqual(one.embedding)
  })

  test('answers with usage, but not as gemini-embedding-001', async () => {
    const second = await post(`${path}:embedContent`, { content })
    expect(second.body).toMatchObject({
      usageMetadata: { promptTokenCount: 2, promptTokenDetails: [{ modality: 'TEXT', tokenCount: 2 }] },
    })
    const { body } = await post('/v1beta/models/gemini-embedding-001:embedContent', { content })
    expect(Object.keys(body as object)).toEqual(['embedding'])
  })

  test.each([
    ['embedContent', {}, /content/],
    ['embedContent', { content: { parts: [] } }, /content/],
    ['embedContent', { content: { parts: [{ text: '' }] } }, /content is empty/],
    ['embedContent', { content, surprise: 1 }, /Unknown name ..surprise/],
    ['embedContent', { content, model: 'demo-embed-content' }, /unexpected model name format/],
    ['embedContent', { content, model: 'models/another' }, /same as the one in the path/],
    ['embedContent', { content, title: 'A title' }, /title/],
    ['embedContent', { content, taskType: 'WORLD_PEACE' }, /task_type/],
    ['embedContent', { content, outputDimensionality: 3073 }, /output_dimensionality/],
    ['embedContent', { content, outputDimensionality: 0 }, /output_dimensionality/],
    ['batchEmbedContents', {}, /requests/],
    ['batchEmbedContents', { requests: [{ content }] }, /requests\[0\]\.model: unexpected model name format/],
    ['batchEmbedContents', { requests: [{ content, model: 'models/another' }] }, /requests\[0\]/],
    ['batchEmbedContents', { content }, /Unknown name ..content/],
  ])('%s refuses %j', async (method, body, message) => {
    const reply = await post(`${path}:${method}`, body)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } })
    expect(JSON.stringify(reply.body)).toMatch(message)
  })

  test('100 requests are the most of a batch', async () => {
    const requests = Array.from({ length: 101 }, () => ({ model: 'models/demo-embed-content', content, outputDimensionality: 2 }))
    expect((await post(`${path}:batchEmbedContents`, { requests: requests.slice(1) })).status).toBe(200)
    expect(await post(`${path}:batchEmbedContents`, { requests })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('at most 100 requests can be in one batch') as unknown } },
    })
  })

  test('takes names in snake case, and a title with its task', async () => {
    const { status } = await post(`${path}:embedContent`, {
      content,
      task_type: 'RETRIEVAL_DOCUMENT',
      title: 'A title',
      output_dimensionality: 5,
    })
    expect(status).toBe(200)
  })

  test('errors asked for are Google’s', async () => {
    const failed = google.models.embedContent({ model: 'demo-embed-content', contents: '[demo:rate-limit]' })
    await expect(failed).rejects.toThrow(ApiError)
    await expect(failed).rejects.toMatchObject({ status: 429 })
  })
})

describe('Vertex', () => {
  const path = '/v1beta1/projects/p/locations/l/publishers/google/models/demo-vertex-predict:predict'

  test('the AI SDK embeds many in one call, below a project', async () => {
    const sdk = createGoogleVertex({
      baseURL: `${provider.url}/v1beta1/projects/p/locations/l/publishers/google`,
      apiKey: 'demo',
    })
    const many = await embedMany({
      model: sdk.embeddingModel('demo-vertex-predict'),
      values: ['A text', 'Another text'],
      providerOptions: {
        googleVertex: { outputDimensionality: 32, taskType: 'RETRIEVAL_DOCUMENT', title: 'A title', autoTruncate: false },
      },
    })
    expect(many.embeddings.map(({ length }) => length)).toEqual([32, 32])
    expect(many.usage.tokens).toBe(5)
  })

  test('the AI SDK embeds with the options in embedContentConfig', async () => {
    const sdk = createGoogleVertex({ baseURL: `${provider.url}/v1beta1/publishers/google`, apiKey: 'demo' })
    const { embedding, usage } = await embed({
      model: sdk.embeddingModel('gemini-embedding-2'),
      value: 'A text',
      providerOptions: { googleVertex: { outputDimensionality: 32 } },
    })
    expect(embedding).toHaveLength(32)
    expect(usage.tokens).toBe(2)
  })

  test('Google’s own SDK reads predictions', async () => {
    const { embeddings, metadata } = await vertex.models.embedContent({ model: 'demo-vertex-predict', contents: ['A text', 'Another'] })
    expect(embeddings?.map(({ values, statistics }) => [values?.length, statistics])).toEqual([
      [768, { tokenCount: 2, truncated: false }],
      [768, { tokenCount: 2, truncated: false }],
    ])
    expect(metadata).toEqual({ billableCharacterCount: 12 })
  })

  test('250 instances are the most', async () => {
    const instances = Array.from({ length: 251 }, () => ({ content: 'a' }))
    const parameters = { outputDimensionality: 2 }
    expect((await post(path, { instances: instances.slice(1), parameters })).status).toBe(200)
    expect(await post(path, { instances, parameters })).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
  })

  test('what is too long is cut off, and said so, or refused', async () => {
    const content = 'x'.repeat(10_000)
    expect(await post(path, { instances: [{ content }] })).toMatchObject({
      status: 200,
      body: { predictions: [{ embeddings: { statistics: { token_count: 2048, truncated: true } } }] },
    })
    expect((await post(path, { instances: [{ content }], parameters: { autoTruncate: false } })).status).toBe(400)
  })

  test.each([
    {},
    { instances: [] },
    { instances: [{ content: '' }] },
    { instances: [{ text: 'a' }] },
    { instances: [{ content: 'a', taskType: 'CLUSTERING' }] },
    { instances: [{ content: 'a', title: 'A title' }] },
    { instances: [{ content: 'a' }], parameters: { dimensions: 5 } },
    { instances: [{ content: 'a' }], parameters: { outputDimensionality: 3073 } },
  ])('refuses %j', async (body) => {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } })
  })
})
