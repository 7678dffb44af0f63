import { createOpenAI } from '@ai-sdk/openai'
import { generateImage } from 'ai'
import { Jimp } from 'jimp'
import { APIError, toFile } from 'openai'
import type { ImageGenerateParamsNonStreaming } from 'openai/resources/images'
import { describe, expect, test } from 'vitest'
import { decodePng } from './decode-png.ts'
import { imageFile } from './image-file.ts'
import { serve } from './provider.ts'

const { openai, provider } = await serve()
const model = 'demo-openai-images'
const red = 0xff0000ff

async function post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const form = body instanceof FormData
  const reply = await fetch(`${provider.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo', ...(!form && { 'content-type': 'application/json' }) },
    body: form ? body : JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json() }
}

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function redFile(width = 64, height = 64): Promise<File> {
  return toFile(await imageFile(width, height, red), 'red.png', { type: 'image/png' })
}

async function generate(body: Partial<ImageGenerateParamsNonStreaming>): Promise<string> {
  const { data } = await openai.images.generate({ model, prompt: 'A cat on a mat', ...body })
  return data?.[0]?.b64_json ?? ''
}

describe('generations', () => {
  test('give a PNG of the asked size, with what was made and what it cost', async () => {
    const reply = await openai.images.generate({ model, prompt: 'A cat on a mat', size: '1536x1024', quality: 'low' })
    expect(reply).toMatchObject({
      created: Date.UTC(2026, 0, 1) / 1000,
      background: 'opaque',
      output_format: 'png',
      quality: 'low',
      size: '1536x1024',
      data: [{ b64_json: expect.any(String) as unknown }],
      usage: {
        input_tokens: 4,
        input_tokens_details: { text_tokens: 4, image_tokens: 0 },
        output_tokens: 408,
        total_tokens: 412,
      },
    })
    expect(Object.keys(reply.data?.[0] ?? {})).toEqual(['b64_json'])
    expect(decodePng(reply.data?.[0]?.b64_json ?? '')).toMatchObject({ width: 1536, height: 1024 })
  })

  test('the same prompt gives the same image, another prompt another', async () => {
    expect(await generate({})).toBe(await generate({}))
    expect(await generate({ prompt: 'A dog' })).not.toBe(await generate({}))
  })

  test('show the prompt: letters in the middle, and none without it', async () => {
    const white = (base64: string): number => {
      const { pixel } = decodePng(base64)
      let count = 0
      for (let y = 300; y < 700; y++) for (let x = 100; x < 900; x++) if (pixel(x, y).every((value) => value > 250)) count++
      return count
    }
    const long = white(await generate({ prompt: 'many letters stand here, many more than in a short prompt' }))
    expect(white(await generate({ prompt: '.' }))).toBeLessThan(200)
    expect(white(await generate({ prompt: 'Hi' }))).toBeLessThan(long / 3)
    expect(white(await generate({ prompt: '[demo:slow 1ms]' }))).toBe(0)
  })

  test('several images differ', async () => {
    const { data = [] } = await openai.images.generate({ model, prompt: 'A cat', n: 3 })
    expect(new Set(data.map(({ b64_json: image }) => image)).size).toBe(3)
  })

  test('a transparent background is transparent', async () => {
    const { pixel } = decodePng(await generate({ background: 'transparent' }))
    expect(pixel(2, 2)[3]).toBe(0)
    expect(decodePng(await generate({})).pixel(2, 2)[3]).toBe(255)
  })

  test('JPEG where it is asked for', async () => {
    const file = Buffer.from(await generate({ output_format: 'jpeg', size: '1024x1536' }), 'base64')
    expect(file.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const { width, height } = await Jimp.fromBuffer(file)
    expect([width, height]).toEqual([1024, 1536])
    const small = Buffer.from(await generate({ output_format: 'jpeg', output_compression: 10 }), 'base64')
    expect(small.length).toBeLessThan(file.length)
  })

  test.each([
    [{ prompt: '' }, 'prompt', 'empty_string', 'invalid_request_error'],
    [{ prompt: 'x'.repeat(32_001) }, 'prompt', 'string_above_max_length', 'invalid_request_error'],
    [{ prompt: undefined }, 'prompt', 'missing_required_parameter', 'invalid_request_error'],
    [{ response_format: 'b64_json' }, 'response_format', 'unknown_parameter', 'invalid_request_error'],
    [{ style: 'vivid' }, 'style', 'unknown_parameter', 'invalid_request_error'],
    [{ seed: 1 }, 'seed', 'unknown_parameter', 'invalid_request_error'],
    [{ input_fidelity: 'high' }, 'input_fidelity', 'unknown_parameter', 'invalid_request_error'],
    [{ n: 0 }, 'n', 'integer_below_min_value', 'invalid_request_error'],
    [{ n: 11 }, 'n', 'integer_above_max_value', 'invalid_request_error'],
    [{ n: '1' }, 'n', 'invalid_type', 'invalid_request_error'],
    [{ size: '3x3' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ size: '1000x1000' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ size: '3840x1024' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ size: '3856x2160' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ size: '2K' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ size: '1024*1024' }, 'size', 'invalid_value', 'image_generation_user_error'],
    [{ quality: 'standard' }, 'quality', 'invalid_value', 'invalid_request_error'],
    [{ output_format: 'webp' }, 'output_format', 'invalid_value', 'image_generation_user_error'],
    [{ output_format: 'jpeg', background: 'transparent' }, 'background', 'invalid_value', 'image_generation_user_error'],
    [{ output_compression: 50 }, 'output_compression', 'invalid_png_output_compression', 'image_generation_user_error'],
    [{ partial_images: 4 }, 'partial_images', 'integer_above_max_value', 'invalid_request_error'],
    [{ model: 'gpt-image-1-mini', size: '2048x2048' }, 'size', 'invalid_value', 'image_generation_user_error'],
  ])('refuse %j and name the field', async (body, param, code, type) => {
    expect(await post('/images/generations', { model, prompt: 'A cat', ...body })).toMatchObject({
      status: 400,
      body: { error: { param, code, type } },
    })
  })

  test.each(['1024x1024', '816x816', '3840x2160', '2160x3840', '1440x480', 'auto'])('take the size %s', async (size) => {
    const { width, height } = decodePng(await generate({ size }))
    expect(`${width}x${height}`).toBe(size === 'auto' ? '1024x1024' : size)
  })

  test('what the safety system dislikes is refused in its words', async () => {
    for (const directive of ['filter', 'block'])
      await expect(openai.images.generate({ model, prompt: `A cat [demo:${directive}]` })).rejects.toMatchObject({
        status: 400,
        code: 'moderation_blocked',
        type: 'image_generation_user_error',
      })
    await expect(openai.images.generate({ model, prompt: 'A cat [demo:fail 2]', n: 2 })).rejects.toMatchObject({ status: 500 })
    await expect(openai.images.generate({ model, prompt: 'A cat [demo:fail 2]', n: 1 })).resolves.toBeDefined()
    await expect(openai.images.generate({ model, prompt: '[demo:rate-limit]' })).rejects.toMatchObject({ status: 429 })
  })

  test('the AI SDK makes an image', async () => {
    const sdk = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'demo' })
    const { image, usage } = await generateImage({
      model: sdk.image('gpt-image-2'),
      prompt: 'A cat',
      size: '1536x864',
      providerOptions: { openai: { quality: 'low', outputFormat: 'png', moderation: 'low' } },
    })
    expect(decodePng(image.uint8Array)).toMatchObject({ width: 1536, height: 864 })
    expect(usage.outputTokens).toBe(345)
  })
})

describe('streams', () => {
  test('have coarser images before the whole one', async () => {
    const stream = await openai.images.generate({ model, prompt: 'A cat', stream: true, partial_images: 2 })
    const events = []
    for await (const event of stream) events.push(event)
    expect(events.map((event) => [event.type, 'partial_image_index' in event ? event.partial_image_index : undefined])).toEqual([
      ['image_generation.partial_image', 0],
      ['image_generation.partial_image', 1],
      ['image_generation.completed', undefined],
    ])
    for (const event of events) expect(decodePng(event.b64_json)).toMatchObject({ width: 1024, height: 1024 })
    expect(new Set(events.map((event) => event.b64_json)).size).toBe(3)
    expect(events[2]).toMatchObject({
      size: '1024x1024',
      quality: 'high',
      background: 'opaque',
      output_format: 'png',
      usage: { input_tokens: 2 },
    })
    const whole = await openai.images.generate({ model, prompt: 'A cat' })
    expect(events[2]?.b64_json).toBe(whole.data?.[0]?.b64_json)
  })

  test('have fewer previews than asked for, where the prompt says so', async () => {
    const stream = await openai.images.generate({ model, prompt: 'A cat [demo:previews 1]', stream: true, partial_images: 3 })
    const types = []
    for await (const event of stream) types.push(event.type)
    expect(types).toEqual(['image_generation.partial_image', 'image_generation.completed'])
  })

  test('break off with an error where the prompt says so', async () => {
    const read = async (prompt: string): Promise<readonly string[]> => {
      const types: string[] = []
      for await (const event of await openai.images.generate({ model, prompt, stream: true, partial_images: 2 })) types.push(event.type)
      return types
    }
    await expect(read('A cat [demo:error-event]')).rejects.toThrow(APIError)
    await expect(read('A cat [demo:filter]')).rejects.toMatchObject({ code: 'moderation_blocked' })
    await expect(read('A cat [demo:cut]')).rejects.toThrow()
    expect(await read('A cat [demo:cut-clean after=2]')).toEqual(['image_generation.partial_image', 'image_generation.partial_image'])
  })
})

describe('edits', () => {
  test('include the image of the SDK’s form', async () => {
    const { data, usage } = await openai.images.edit({ model, prompt: 'Write this on it', image: await redFile(), size: '1024x1024' })
    const { width, height, pixel } = decodePng(data?.[0]?.b64_json ?? '')
    expect([width, height]).toEqual([1024, 1024])
    expect(pixel(512, 300)).toEqual([255, 0, 0, 255])
    expect(pixel(2, 1020)).not.toEqual([255, 0, 0, 255])
    expect(usage?.input_tokens_details).toEqual({ text_tokens: 4, image_tokens: 194 })
  })

  test('include several', async () => {
    const blue = await toFile(await imageFile(30, 30, 0x0000ffff), 'blue.png', { type: 'image/png' })
    const { data } = await openai.images.edit({ model, prompt: 'Both', image: [await redFile(), blue] })
    const { pixel } = decodePng(data?.[0]?.b64_json ?? '')
    expect(pixel(512, 300)).toEqual([255, 0, 0, 255])
    expect(pixel(20, 20)).toEqual([0, 0, 255, 255])
  })

  test('change nothing but the transparent part of the mask', async () => {
    const mask = await toFile(await imageFile(64, 64, 0xffffffff, 32), 'mask.png', { type: 'image/png' })
    const { data } = await openai.images.edit({ model, prompt: 'Left', image: await redFile(), mask })
    const { pixel } = decodePng(data?.[0]?.b64_json ?? '')
    for (let y = 0; y < 1024; y += 8) for (let x = 520; x < 1024; x += 8) expect(pixel(x, y)).toEqual([255, 0, 0, 255])
    for (let y = 0; y < 1024; y += 8) expect(pixel(100, y)).not.toEqual([255, 0, 0, 255])
  })

  test('stream under names of their own', async () => {
    const stream = await openai.images.edit({ model, prompt: 'Both', image: await redFile(), stream: true, partial_images: 1 })
    const types = []
    for await (const event of stream) types.push(event.type)
    expect(types).toEqual(['image_edit.partial_image', 'image_edit.completed'])
  })

  test('take images by address as JSON', async () => {
    const image_url = `data:image/png;base64,${(await imageFile(8, 8, red)).toString('base64')}`
    const reply = await post('/images/edits', {
      model,
      prompt: 'A text',
      images: [{ image_url }, { image_url: 'https://example.com/a.png' }],
    })
    expect(reply.status).toBe(200)
    expect(
      await post('/images/edits', { model, prompt: 'A text', images: [{ image_url: 'https://nowhere.invalid/a.png' }] }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: 'Error while downloading file. Upstream status code: 404.', param: 'url', code: 'invalid_value' } },
    })
    expect(
      await post('/images/edits', { model, prompt: 'A text', images: [{ image_url: 'data:image/png;base64,aGVsbG8=' }] }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: 'Invalid image data.', param: 'images[0].image_url', code: 'invalid_image_file' } },
    })
  })

  test('refuse what OpenAI refuses of a form', async () => {
    const png = new Blob([new Uint8Array(await imageFile(64, 64, red))], { type: 'image/png' })
    const refused = async (form: FormData): Promise<unknown> => (await post('/images/edits', form)).body
    const request = { model, prompt: 'A text' }
    expect(await refused(formOf({ ...request }))).toMatchObject({ error: { param: 'image', code: 'missing_required_parameter' } })
    expect(await refused(formOf({ ...request, image: new Blob(['x']) }))).toMatchObject({ error: { code: 'unsupported_file_mimetype' } })
    expect(await refused(formOf({ ...request, image: png, n: '11' }))).toMatchObject({
      error: { param: 'n', code: 'integer_above_max_value' },
    })
    expect(await refused(formOf({ ...request, image: png, n: 'two' }))).toMatchObject({ error: { param: 'n', code: 'invalid_type' } })
    expect(await refused(formOf({ ...request, image: png, response_format: 'url' }))).toMatchObject({
      error: { code: 'unknown_parameter' },
    })
    expect(await refused(formOf({ ...request, image: png, mask: png }))).toMatchObject({
      error: { message: expect.stringContaining('alpha') as unknown },
    })
    const small = new Blob([new Uint8Array(await imageFile(32, 32, red, 8))], { type: 'image/png' })
    expect(await refused(formOf({ ...request, image: png, mask: small }))).toMatchObject({
      error: { message: expect.stringContaining('64x64') as unknown },
    })
    const twice = formOf({ ...request })
    twice.append('image', png)
    twice.append('image', png)
    expect(await refused(twice)).toMatchObject({ error: { param: 'image', code: 'duplicate_parameter' } })
    const many = formOf({ ...request })
    for (let i = 0; i < 17; i++) many.append('image[]', png)
    expect(await refused(many)).toMatchObject({ error: { param: 'image' } })
  })

  test('the AI SDK edits with a mask', async () => {
    const sdk = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'demo' })
    const { image } = await generateImage({
      model: sdk.image('gpt-image-1.5'),
      prompt: { text: 'Left', images: [await imageFile(64, 64, red)], mask: await imageFile(64, 64, 0xffffffff, 32) },
      size: '1024x1536',
      providerOptions: { openai: { inputFidelity: 'high' } },
    })
    const { width, height, pixel } = decodePng(image.uint8Array)
    expect([width, height]).toEqual([1024, 1536])
    expect(pixel(800, 700)).toEqual([255, 0, 0, 255])
  })
})
