import { createByteDance } from '@ai-sdk/bytedance'
import { generateImage } from 'ai'
import { Jimp } from 'jimp'
import { describe, expect, test } from 'vitest'
import { decodePng } from './decode-png.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const model = 'demo-ark-images'
const prompt = 'A cat on a mat'
const sdk = createByteDance({ baseURL: `${provider.url}/api/v3`, apiKey: 'demo' })

interface ArkReply {
  readonly data: readonly { readonly url?: string; readonly b64_json?: string; readonly size?: string; readonly error?: unknown }[]
}

function post(body: object): Promise<JsonReply> {
  return postJson(`${provider.url}/api/v3/images/generations`, { model, prompt, size: '1280x720', ...body })
}

async function made(body: object): Promise<ArkReply['data']> {
  const reply = await post(body)
  expect(reply.status).toBe(200)
  return (reply.body as ArkReply).data
}

async function events(body: object): Promise<readonly (readonly [string, unknown])[]> {
  const reply = await fetch(`${provider.url}/api/v3/images/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer demo' },
    body: JSON.stringify({ model, prompt, size: '1280x720', stream: true, ...body }),
  })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  return (await reply.text())
    .split('\n\n')
    .filter((text) => text !== '')
    .map((text) => {
      const name = /^event: (.*)$/m.exec(text)?.[1] ?? ''
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? ''
      return [name, data === '[DONE]' ? data : (JSON.parse(data) as unknown)]
    })
}

describe('one image', () => {
  test('comes as an address, where a JPEG of the asked size is, without a key', async () => {
    const reply = await post({ size: '1280x720' })
    expect(reply).toStrictEqual({
      status: 200,
      body: {
        model,
        created: Date.UTC(2026, 0, 1) / 1000,
        data: [{ url: expect.stringContaining(`${provider.url}/demo-files/`) as unknown, size: '1280x720' }],
        usage: { generated_images: 1, output_tokens: 3600, total_tokens: 3600 },
      },
    })
    const file = await fetch((reply.body as ArkReply).data[0]?.url ?? '')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await Jimp.fromBuffer(Buffer.from(await file.arrayBuffer()))
    expect([width, height]).toEqual([1280, 720])
  })

  test('comes as base64, and as PNG', async () => {
    const [image] = await made({ response_format: 'b64_json', output_format: 'png', size: '1K' })
    expect(decodePng(image?.b64_json ?? '')).toMatchObject({ width: 1024, height: 1024 })
    expect(image).toMatchObject({ size: '1024x1024', output_format: 'png' })
  })

  test('of a level has the shape that the prompt speaks of, and 2,048 pixels in square where nobody says', async () => {
    expect((await made({ size: '1K', prompt: 'A cat, 16:9' }))[0]?.size).toBe('1360x768')
    expect((await made({ size: undefined }))[0]?.size).toBe('2048x2048')
  })

  test('has a mark unless told otherwise, and changes with the seed', async () => {
    const image = async (body: object): Promise<string | undefined> =>
      (await made({ response_format: 'b64_json', output_format: 'png', ...body }))[0]?.b64_json
    expect(await image({})).toBe(await image({ watermark: true }))
    expect(await image({})).not.toBe(await image({ watermark: false }))
    expect(await image({ seed: 1 })).not.toBe(await image({ seed: 2 }))
    expect(await image({ seed: 1 })).toBe(await image({ seed: 1 }))
  })

  test('includes the given images, also those that the demo made itself', async () => {
    const data = `data:image/png;base64,${(await imageFile(16, 16, 0xff0000ff)).toString('base64')}`
    const [first] = await made({ image: data, output_format: 'png' })
    const [second] = await made({ image: [first?.url, data], output_format: 'png', response_format: 'b64_json', size: '1024x1024' })
    const { pixel } = decodePng(second?.b64_json ?? '')
    expect(pixel(512, 400)).toEqual([255, 0, 0, 255])
    expect(pixel(20, 20)).toEqual([255, 0, 0, 255])
    expect((await post({ image: data })).body).toMatchObject({ usage: { input_images: 1 } })
  })
})

describe('groups', () => {
  const sequential_image_generation = 'auto'

  test.each([
    [{ sequential_image_generation_options: { max_images: 3 } }, 3],
    [{ prompt: 'two pictures of a cat', sequential_image_generation_options: { max_images: 3 } }, 2],
    [{ prompt: '9 images of a cat', sequential_image_generation_options: { max_images: 3 } }, 3],
    [{}, 4],
  ])('with %j have %i images', async (body, count) => {
    expect(await made({ sequential_image_generation, size: '1280x720', ...body })).toHaveLength(count)
  })

  test('fail item by item, and as a whole only where nothing was made', async () => {
    const request = { sequential_image_generation, sequential_image_generation_options: { max_images: 3 } }
    const reply = await post({ ...request, prompt: 'A cat [demo:filter 2]' })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: [
          { url: expect.any(String) as unknown },
          { error: { code: 'OutputImageSensitiveContentDetected' } },
          { url: expect.any(String) as unknown },
        ],
        usage: { generated_images: 2 },
      },
    })
    expect(await post({ ...request, prompt: 'A cat [demo:filter]' })).toMatchObject({
      status: 400,
      body: { error: { code: 'OutputImageSensitiveContentDetected', type: 'BadRequest' } },
    })
    expect(await post({ prompt: 'A cat [demo:fail]' })).toMatchObject({ status: 500, body: { error: { code: 'InternalServiceError' } } })
  })
})

describe('streams', () => {
  test('have an event for each image, then the usage', async () => {
    const found = await events({ sequential_image_generation: 'auto', prompt: 'three images [demo:fail 2]' })
    expect(found).toMatchObject([
      [
        'image_generation.partial_succeeded',
        { type: 'image_generation.partial_succeeded', model, image_index: 0, size: '1280x720', url: expect.any(String) as unknown },
      ],
      [
        'image_generation.partial_failed',
        { type: 'image_generation.partial_failed', image_index: 1, error: { code: 'InternalServiceError' } },
      ],
      ['image_generation.partial_succeeded', { image_index: 2 }],
      ['image_generation.completed', { type: 'image_generation.completed', usage: { generated_images: 2 } }],
      ['', '[DONE]'],
    ])
  })

  test('answer a bad parameter with plain JSON', async () => {
    expect(await post({ stream: true, n: 2 })).toMatchObject({ status: 400, body: { error: { param: 'n' } } })
  })

  test('break off where the prompt says so', async () => {
    const request = { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 2 } }
    const found = await events({ ...request, prompt: 'A cat [demo:error-event]' })
    expect(found.map(([name]) => name)).toEqual(['image_generation.partial_succeeded', 'error'])
    expect((await events({ ...request, prompt: 'A cat [demo:cut-clean after=2]' })).map(([name]) => name)).toEqual([
      'image_generation.partial_succeeded',
      'image_generation.partial_succeeded',
    ])
  })
})

describe('refusals', () => {
  test.each([
    [{ n: 2 }, 'n', 'InvalidParameter'],
    [{ quality: 'high' }, 'quality', 'InvalidParameter'],
    [{ negative_prompt: 'dogs' }, 'negative_prompt', 'InvalidParameter'],
    [{ prompt: undefined }, 'prompt', 'MissingParameter'],
    [{ model: undefined }, 'model', 'MissingParameter'],
    [{ prompt: '' }, 'prompt', 'InvalidParameter'],
    [{ size: '1024*1024' }, 'size', 'InvalidParameter'],
    [{ size: '2K 2048x2048' }, 'size', 'InvalidParameter'],
    [{ size: '2k' }, 'size', 'InvalidParameter'],
    [{ size: '512x512' }, 'size', 'InvalidParameter'],
    [{ size: '2K', width: 2048, height: 2048 }, 'width', 'InvalidParameter'],
    [{ size: '4096x4112' }, 'size', 'InvalidParameter'],
    [{ size: '16384x960' }, 'size', 'InvalidParameter'],
    [{ seed: -2 }, 'seed', 'InvalidParameter'],
    [{ seed: 2_147_483_648 }, 'seed', 'InvalidParameter'],
    [{ response_format: 'png' }, 'response_format', 'InvalidParameter'],
    [{ output_format: 'webp' }, 'output_format', 'InvalidParameter'],
    [{ sequential_image_generation: 'on' }, 'sequential_image_generation', 'InvalidParameter'],
    [{ sequential_image_generation_options: { max_images: 3 } }, 'sequential_image_generation_options', 'InvalidParameter'],
    [
      { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 16 } },
      'sequential_image_generation_options.max_images',
      'InvalidParameter',
    ],
    [{ image: 'data:image/PNG;base64,AAAA' }, 'image', 'InvalidParameter'],
    [{ image: 'https://nowhere.invalid/a.png' }, 'image', 'InvalidParameter'],
    [{ image: Array.from({ length: 15 }, () => 'https://example.com/a.png') }, 'image', 'InvalidParameter'],
    [{ model: 'doubao-seedream-4-0-250828', output_format: 'png' }, 'output_format', 'InvalidParameter'],
    [{ model: 'doubao-seedream-5-0-260128', seed: 1, size: '2K' }, 'seed', 'InvalidParameter'],
    [{ model: 'doubao-seedream-5-0-260128', size: '1280x720' }, 'size', 'InvalidParameter'],
  ])('of %j name the field', async (body, param, code) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { param, code, type: 'BadRequest', message: expect.stringContaining('Request id: ') as unknown } },
    })
  })

  test('of prompts, keys and rates are Ark’s own', async () => {
    expect(await post({ prompt: '[demo:block]' })).toMatchObject({
      status: 400,
      body: { error: { code: 'InputTextSensitiveContentDetected' } },
    })
    expect(await post({ prompt: '[demo:rate-limit]' })).toMatchObject({ status: 429, body: { error: { type: 'TooManyRequests' } } })
    const keyless = await fetch(`${provider.url}/api/v3/images/generations`, { method: 'POST', body: '{}' })
    expect(keyless.status).toBe(401)
    expect(await keyless.json()).toMatchObject({ error: { code: 'AuthenticationError', type: 'Unauthorized' } })
  })

  test('a lost file is not found', async () => {
    const [image] = await made({ prompt: 'A cat [demo:lost-file]' })
    expect((await fetch(image?.url ?? '')).status).toBe(404)
  })
})

describe('the AI SDK', () => {
  test('makes an image', async () => {
    const { image } = await generateImage({
      model: sdk.image('doubao-seedream-4-0-250828'),
      prompt,
      size: '2304x1728',
      providerOptions: { bytedance: { watermark: false, optimizePromptMode: 'fast' } },
    })
    const { width, height } = await Jimp.fromBuffer(Buffer.from(image.uint8Array))
    expect([width, height]).toEqual([2304, 1728])
  })

  test('edits images, in groups', async () => {
    const { images } = await generateImage({
      model: sdk.image(model),
      prompt: { text: 'Make it blue', images: [await imageFile(16, 16, 0xff0000ff), await imageFile(16, 16, 0x0000ffff)] },
      providerOptions: { bytedance: { size: '1K', outputFormat: 'png', sequentialImageGeneration: 'auto', maxImages: 2 } },
    })
    expect(images).toHaveLength(2)
    for (const { uint8Array } of images) expect(decodePng(uint8Array).pixel(512, 300)).toEqual([255, 0, 0, 255])
  })

  test('reads errors', async () => {
    await expect(generateImage({ model: sdk.image(model), prompt: '[demo:block]', maxRetries: 0 })).rejects.toThrow(/sensitive information/)
  })
})
