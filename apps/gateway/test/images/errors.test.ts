import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { answerWith, askImages } from './scripted.ts'

const upstream = await startUpstream()
/** Model name whose character at 200 UTF-16 units is a surrogate pair, so a cut there splits it. */
const long = `gemini-2.5-flash-image-${'x'.repeat(176)}😀`
const { url } = await startGateway({
  channels: [
    { name: 'o', format: 'openai-images', baseUrl: upstream.url, models: ['gpt-image-1'], circuitBreaker: false },
    { name: 'a', format: 'ark-images', baseUrl: upstream.url, models: ['doubao-seedream-4-0-250828'], circuitBreaker: false },
    { name: 'd', format: 'dashscope', baseUrl: upstream.url, models: ['qwen-image'], circuitBreaker: false },
    { name: 'i', format: 'imagen-predict', baseUrl: upstream.url, models: ['imagen-4'], circuitBreaker: false },
    { name: 't', format: 'chat', baseUrl: upstream.url, models: ['gpt-5'], circuitBreaker: false },
    {
      name: 'g',
      format: 'contents',
      baseUrl: upstream.url,
      models: ['gemini-2.5-flash', 'gemini-2.5-flash-image', long],
      circuitBreaker: false,
    },
    { name: 'e', format: 'openai-embeddings', baseUrl: upstream.url, models: ['text-embedding-3-small'], circuitBreaker: false },
  ],
})
const predict = (model: string): string => `${url}/v1beta/models/${model}:predict`
const instance = { instances: [{ prompt: 'a cat' }] }

test("an upstream's error of the same dialect comes in its own words", async () => {
  const error = { message: "Invalid size '3x3'.", type: 'image_generation_user_error', param: 'size', code: 'invalid_value' }
  upstream.answer = answerWith({ error }, 400)
  const { status, body } = await askImages(url, { model: 'gpt-image-1', prompt: 'a cat' })
  expect([status, body.error]).toEqual([400, error])
})

test('moderation is told as 400, in the words of the dialect', async () => {
  const blocked = { message: 'Your request was rejected.', type: 'image_generation_user_error', param: null, code: 'moderation_blocked' }
  for (const [model, answer] of [
    ['gpt-image-1', answerWith({ error: blocked }, 400)],
    [
      'doubao-seedream-4-0-250828',
      answerWith({ error: { code: 'OutputImageSensitiveContentDetected', message: 'No.', type: 'BadRequest' } }, 400),
    ],
    [
      'doubao-seedream-4-0-250828',
      answerWith({ created: 1, data: [{ error: { code: 'OutputImageSensitiveContentDetected', message: 'No.' } }] }),
    ],
    ['qwen-image', answerWith({ code: 'DataInspectionFailed', message: 'No.', request_id: 'r' }, 400)],
    ['qwen-image', answerWith({ code: 'DataInspectionFailed', message: 'No.', request_id: 'r' })],
    ['imagen-4', answerWith({ predictions: [{ raiFilteredReason: 'Unsafe. Support codes: 1' }] })],
  ] as const) {
    upstream.answer = answer
    const { status, body } = await askImages(url, { model, prompt: 'a cat', size: model === 'qwen-image' ? '1328x1328' : '1024x1024' })
    expect([model, status]).toEqual([model, 400])
    expect(['moderation_blocked', 'content_policy_violation']).toContain(body.error?.code)
  }
})

test('a native answer tells of images that were withheld as Google does', async () => {
  for (const [model, answer] of [
    ['imagen-4', { predictions: [{ raiFilteredReason: 'Unsafe. Support codes: 1' }] }],
    ['doubao-seedream-4-0-250828', { created: 1, data: [{ error: { code: 'OutputImageSensitiveContentDetected', message: 'Unsafe.' } }] }],
  ] as const) {
    upstream.answer = answerWith(answer)
    const { status, body } = await askImages(predict(model), { ...instance, parameters: { aspectRatio: '1:1' } })
    expect([model, status]).toEqual([model, 200])
    expect(body).toEqual({ predictions: [{ raiFilteredReason: expect.stringContaining('Unsafe.') as string }] })
  }
  upstream.answer = answerWith({ code: 'DataInspectionFailed', message: 'No.', request_id: 'r' })
  expect((await askImages(predict('qwen-image'), instance)).status).toBe(400)
})

test('an error within a status 200 is an error: what the upstream had no time for is asked for again', async () => {
  let asked = 0
  upstream.answer = (response) => {
    asked++
    if (asked === 1) return answerWith({ code: 'Throttling.RateQuota', message: 'Slow down.', request_id: 'r' })(response)
    answerWith({
      output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://example.com/a.png' }] } }] },
      usage: { image_count: 1 },
      request_id: 'r',
    })(response)
  }
  const { status, body } = await askImages(url, { model: 'qwen-image', prompt: 'a cat', size: '1328x1328' })
  expect([asked, status, body.data]).toEqual([2, 200, [{ url: 'https://example.com/a.png' }]])
})

test("the gateway's own credentials being refused is nothing to ask for again", async () => {
  for (const [model, answer] of [
    [
      'gpt-image-1',
      answerWith({ error: { message: 'Bad key.', type: 'invalid_request_error', param: null, code: 'invalid_api_key' } }, 401),
    ],
    ['qwen-image', answerWith({ code: 'InvalidApiKey', message: 'Bad key.', request_id: 'r' })],
    ['qwen-image', answerWith({ code: 'Arrearage', message: 'Pay first.', request_id: 'r' }, 400)],
  ] as const) {
    upstream.answer = answer
    const { status, body } = await askImages(url, { model, prompt: 'a cat', size: model === 'qwen-image' ? '1328x1328' : '1024x1024' })
    expect([model, status]).toEqual([model, 400])
    expect(body.error?.message).not.toMatch(/Bad key|Pay first/)
  }
})

test('a model that is for something else says so', async () => {
  for (const [model, says] of [
    ['gpt-5', /for text, not for images/],
    ['gemini-2.5-flash', /for text, not for images/],
    ['text-embedding-3-small', /for embeddings, not for images/],
    ['gemini-2.5-flash-image', /\/v1\/models\/gemini-2\.5-flash-image:generateContent/],
    [long, /\/v1\/models\/gemini-2\.5-flash-image-x+%EF%BF%BD:generateContent/],
  ] as const) {
    const { status, body } = await askImages(url, { model, prompt: 'a cat' })
    expect([model, status, body.error?.param]).toEqual([model, 400, 'model'])
    expect(body.error?.message).toMatch(says)
  }
  expect((await askImages(url, { model: 'nothing', prompt: 'a cat' })).status).toBe(404)
  expect((await askImages(predict('gpt-5'), instance)).status).toBe(400)
})

test('a request without a prompt, without a model, with too long a prompt names the field', async () => {
  for (const [ask, param] of [
    [{ model: 'gpt-image-1' }, 'prompt'],
    [{ model: 'gpt-image-1', prompt: '' }, 'prompt'],
    [{ model: 'gpt-image-1', prompt: 'a'.repeat(32_001) }, 'prompt'],
    [{ prompt: 'a cat' }, 'model'],
    [{ model: 'gpt-image-1', prompt: 'a cat', quality: 'superb' }, 'quality'],
    [{ model: 'gpt-image-1', prompt: 'a cat', response_format: 'bytes' }, 'response_format'],
    [{ model: 'gpt-image-1', prompt: 'a cat', image: 'nonsense' }, 'image'],
    [{ model: 'gpt-image-1', prompt: 'a cat', partial_images: 4, stream: true }, 'partial_images'],
  ] as const) {
    const { status, body } = await askImages(url, ask)
    expect([param, status, body.error?.param]).toEqual([param, 400, param])
  }
  const { status, body } = await askImages(`${url}/v1/images/edits`, { prompt: 'a cat', image: 'https://example.com/a.png' })
  expect([status, body.error?.param]).toEqual([400, 'model'])
})

test('fields of another family are left out with a notice, and refused where the caller wants that', async () => {
  upstream.answer = answerWith({ created: 1, data: [{ b64_json: 'iVBORw0KGgo=' }] })
  const ask = { model: 'gpt-image-1', prompt: 'a cat', seed: 7, watermark: true, negative_prompt: 'dogs' }
  const { status, headers } = await askImages(url, ask)
  expect(status).toBe(200)
  expect(headers.get('interlingua-notices')).toMatch(/dropped=3.*images\/seed/)
  const strict = await askImages(url, ask, { 'interlingua-policy': 'reject-dropped' })
  expect(strict.status).toBe(400)
  expect(['seed', 'watermark', 'negative_prompt']).toContain(strict.body.error?.param)
})
