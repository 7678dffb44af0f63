import { expect, test } from 'vitest'
import { askUsage } from '../metering/ask-usage.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { pixel } from './pictures.ts'
import { answerWith, askImages } from './scripted.ts'

const openai = await startUpstream()
const ark = await startUpstream()
const { url, issue } = await startGateway({
  dataDir: tempFolder('images'),
  channels: [
    {
      name: 'o',
      format: 'openai-images',
      baseUrl: openai.url,
      models: ['gpt-image-1', { name: 'strict', supports: { responseFormat: false } }],
    },
    { name: 'a', format: 'ark-images', baseUrl: ark.url, models: ['doubao-seedream-4-0-250828'] },
  ],
  prices: {
    models: [
      { model: 'gpt-*', input: 5, output: 40 },
      { model: 'doubao-*', input: 0, output: 0, image: 0.03 },
    ],
  },
})

const admin = await issue({ admin: true })

async function lastRecord(): Promise<object> {
  return (await askUsage(url, admin, '?limit=1')).data[0] ?? {}
}

test('a record has the tokens, the images and the cost of them', async () => {
  openai.answer = answerWith({
    created: 1,
    data: [{ b64_json: pixel }, { b64_json: pixel }],
    usage: { input_tokens: 100, input_tokens_details: { image_tokens: 0, text_tokens: 100 }, output_tokens: 1000, total_tokens: 1100 },
  })
  await askImages(url, { model: 'gpt-image-1', prompt: 'a cat', n: 2 })
  expect(await lastRecord()).toMatchObject({
    operation: 'image',
    format: 'openai-images',
    model: 'gpt-image-1',
    channel: 'o',
    upstreamModel: 'gpt-image-1',
    outcome: 'ok',
    status: 200,
    images: 2,
    tokens: { input: 100, output: 1000 },
    cost: '0.040500',
    estimated: false,
  })
})

test('an image may have a price, and one that failed has none', async () => {
  ark.answer = answerWith({
    created: 1,
    data: [{ url: 'https://example.com/0.jpeg' }, { error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } }],
    usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
  })
  const ask = { model: 'doubao-seedream-4-0-250828', prompt: 'cats', sequential_image_generation: 'auto' }
  const { status, body } = await askImages(url, ask)
  expect(status).toBe(200)
  expect(body.data).toEqual([{ url: 'https://example.com/0.jpeg' }])
  expect(body.errors).toEqual([{ index: 1, code: 'OutputImageSensitiveContentDetected', message: 'no' }])
  expect(await lastRecord()).toMatchObject({ images: 1, cost: '0.030000', outcome: 'ok' })
})

test('what was refused costs nothing', async () => {
  openai.answer = answerWith({ error: { message: 'No.', type: 'invalid_request_error', param: 'size', code: 'invalid_value' } }, 400)
  await askImages(url, { model: 'gpt-image-1', prompt: 'a cat', size: '1024x1024' })
  const record = await lastRecord()
  expect(record).toMatchObject({ outcome: 'invalid-request', status: 400, tokens: {} })
  expect(record).not.toHaveProperty('cost')
  expect(record).not.toHaveProperty('images')
})

test('a model that rejects response_format says so by the field, and takes a request without it', async () => {
  openai.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
  for (const response_format of ['url', 'b64_json']) {
    const { status, body } = await askImages(url, { model: 'strict', prompt: 'a cat', response_format })
    expect([status, body.error?.param]).toEqual([400, 'response_format'])
  }
  expect((await askImages(url, { model: 'strict', prompt: 'a cat' })).body.data).toEqual([{ b64_json: pixel }])
  for (const response_format of ['url', 'b64_json'])
    expect((await askImages(url, { model: 'gpt-image-1', prompt: 'a cat', response_format })).status).toBe(200)
})
