import { beforeEach, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { pixel } from './pictures.ts'
import { answerWith, askImages, saidBy } from './scripted.ts'

const openai = await startUpstream()
const ark = await startUpstream()
const dashscope = await startUpstream()
const { url } = await startGateway({
  channels: [
    { name: 'o', format: 'openai-images', baseUrl: `${openai.url}/v1`, apiKey: 'key-of-openai', models: ['gpt-image-1', 'gpt-any'] },
    {
      name: 'a',
      format: 'ark-images',
      baseUrl: `${ark.url}/api/v3`,
      apiKey: 'key-of-ark',
      models: ['doubao-seedream-4-0-250828', { name: 'gpt-image-1.5', upstream: 'doubao-seedream-4-0-250828' }],
    },
    { name: 'd', format: 'dashscope', baseUrl: `${dashscope.url}/api/v1`, apiKey: 'key-of-dashscope', models: ['qwen-image'] },
  ],
})

beforeEach(() => {
  for (const upstream of [openai, ark, dashscope]) upstream.seen.length = 0
})

test('a request goes to an upstream of the same dialect as it is, and its answer comes back', async () => {
  openai.answer = answerWith({
    created: 1_787_150_086,
    background: 'opaque',
    data: [{ b64_json: pixel }],
    output_format: 'png',
    quality: 'high',
    size: '1024x1024',
    usage: { input_tokens: 10, input_tokens_details: { image_tokens: 0, text_tokens: 10 }, output_tokens: 4160, total_tokens: 4170 },
  })
  const { status, body, headers } = await askImages(url, { model: 'gpt-image-1', prompt: 'a siamese cat', n: 1, size: '1024x1024' })
  expect(status).toBe(200)
  expect(headers.get('interlingua-notices')).toBeNull()
  expect(body).toEqual({
    created: 1_787_150_086,
    background: 'opaque',
    data: [{ b64_json: pixel }],
    output_format: 'png',
    quality: 'high',
    size: '1024x1024',
    usage: { input_tokens: 10, input_tokens_details: { image_tokens: 0, text_tokens: 10 }, output_tokens: 4160, total_tokens: 4170 },
  })
  const [seen] = openai.seen
  expect(seen?.url).toBe('/v1/images/generations')
  expect(seen?.headers['authorization']).toBe('Bearer key-of-openai')
  expect(seen && saidBy(seen)).toEqual({ model: 'gpt-image-1', prompt: 'a siamese cat', n: 1, size: '1024x1024' })
})

test('Seedream is asked in its own words, and its addresses are handed on', async () => {
  ark.answer = answerWith({
    model: 'doubao-seedream-4-0-250828',
    created: 1_757_323_224,
    data: [{ url: 'https://example.com/0.jpeg', size: '2048x2048' }],
    usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
  })
  const { status, body } = await askImages(url, { model: 'doubao-seedream-4-0-250828', prompt: 'a cat', size: '2048x2048' })
  expect(status).toBe(200)
  expect(body.data).toEqual([{ url: 'https://example.com/0.jpeg', size: '2048x2048' }])
  expect(body.usage).toMatchObject({ output_tokens: 16_384, total_tokens: 16_384 })
  expect(ark.seen[0]?.url).toBe('/api/v3/images/generations')
  expect(ark.seen[0] && saidBy(ark.seen[0])).toMatchObject({ prompt: 'a cat', size: '2048x2048', watermark: false, response_format: 'url' })
})

test('bytes are what clients of models of the GPT kind read, whoever makes the image', async () => {
  ark.answer = answerWith({ model: 'doubao-seedream-4-0-250828', created: 1_757_323_224, data: [{ b64_json: pixel, size: '1024x1024' }] })
  const { status, body } = await askImages(url, { model: 'gpt-image-1.5', prompt: 'a cat', size: '1024x1024' })
  expect([status, body.data]).toMatchObject([200, [{ b64_json: pixel }]])
  expect(ark.seen[0] && saidBy(ark.seen[0])).toMatchObject({ model: 'doubao-seedream-4-0-250828', response_format: 'b64_json' })
})

test('DashScope is asked in its own words', async () => {
  dashscope.answer = answerWith({
    output: {
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://example.com/a.png' }] } }],
    },
    usage: { image_count: 1, width: 1328, height: 1328 },
    request_id: 'r',
  })
  const { status, body } = await askImages(url, { model: 'qwen-image', prompt: 'a cat', size: '1328x1328', seed: 7 })
  expect([status, body.error]).toEqual([200, undefined])
  expect(body.data).toEqual([{ url: 'https://example.com/a.png' }])
  expect(dashscope.seen[0]?.url).toBe('/api/v1/services/aigc/multimodal-generation/generation')
  expect(dashscope.seen[0] && saidBy(dashscope.seen[0])).toMatchObject({
    model: 'qwen-image',
    input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
    parameters: { size: '1328*1328', n: 1, seed: 7 },
  })
})

test.for(['chat', 'responses'] as const)(
  'a channel of %s makes and edits images as OpenAI does, by models that are known to',
  async (format) => {
    const { url: own } = await startGateway({
      channels: [{ name: 'c', format, baseUrl: `${openai.url}/v1`, apiKey: 'key-of-openai', models: ['*'] }],
    })
    openai.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
    const image = `data:image/png;base64,${pixel}`
    const requests = [
      { path: 'generations', body: { model: 'gpt-image-2', prompt: 'a cat' } },
      { path: 'edits', body: { model: 'gpt-image-2', prompt: 'a cat', image } },
    ]
    for (const { path, body: request } of requests) {
      const { status, body } = await askImages(`${own}/v1/images/${path}`, request)
      expect([status, body.data]).toMatchObject([200, [{ b64_json: pixel }]])
      expect(openai.seen.at(-1)?.url).toBe(`/v1/images/${path}`)
      expect(openai.seen.at(-1)?.headers['authorization']).toBe('Bearer key-of-openai')
    }
    const { status, body } = await askImages(own, { model: 'gpt-5', prompt: 'a cat' })
    expect([status, body.error]).toMatchObject([400, { param: 'model' }])
    expect(openai.seen).toHaveLength(requests.length)
  },
)
