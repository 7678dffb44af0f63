import OpenAI, { APIError, BadRequestError, toFile } from 'openai'
import { afterEach, expect, test } from 'vitest'
import { unfoldResponse, type ImageResponse } from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'
import { startImagesServer, type ImagesServer, type AnswerImages } from '../images-server.ts'

let server: ImagesServer | undefined

async function start(paint: AnswerImages): Promise<OpenAI> {
  server = await startImagesServer(paint)
  return new OpenAI({ baseURL: server.url, apiKey: 'test', maxRetries: 0 })
}

afterEach(async () => {
  await server?.close()
  server = undefined
})

const made = (count = 1): ImageResponse => ({
  createdAt: 1_700_000_000_000,
  items: Array.from(
    { length: count },
    () => ({ type: 'image', source: { type: 'inline', base64: png, mime: 'image/png' }, revisedPrompt: 'a fine cat' }) as const,
  ),
  made: { size: '1024x1024', quality: 'high', background: 'opaque', outputFormat: 'png' },
  usage: { input: { total: 10, byModality: { text: 10, image: 0 } }, output: { total: 20 } },
})
const file = (name: string): Promise<File> => toFile(Buffer.from(png, 'base64'), name, { type: 'image/png' })

test('images.generate of the official SDK', async () => {
  const client = await start(({ count }) => made(count))
  const answer = await client.images.generate({
    model: 'm',
    prompt: 'a cat',
    n: 2,
    size: '1024x1024',
    quality: 'high',
    output_format: 'png',
  })
  expect(answer).toEqual({
    created: 1_700_000_000,
    data: [
      { b64_json: png, revised_prompt: 'a fine cat' },
      { b64_json: png, revised_prompt: 'a fine cat' },
    ],
    size: '1024x1024',
    quality: 'high',
    background: 'opaque',
    output_format: 'png',
    usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30, input_tokens_details: { text_tokens: 10, image_tokens: 0 } },
  })
  expect(server?.requests).toMatchObject([{ model: 'm', prompt: 'a cat', count: 2, size: { type: 'pixels', width: 1024, height: 1024 } }])
})

test('images.generate as a stream: previews, then the image with its usage', async () => {
  const client = await start((request) => {
    const source = { type: 'inline', base64: png } as const
    const partials = [0, 1].map(
      (partialIndex) => ({ type: 'partial', index: 0, partialIndex, image: { type: 'image', source }, createdAt: 1000 }) as const,
    )
    expect(request).toMatchObject({ stream: true, partialImages: 2 })
    return [...partials, ...unfoldResponse(made())]
  })
  const events = []
  for await (const event of await client.images.generate({ model: 'm', prompt: 'a cat', stream: true, partial_images: 2 }))
    events.push(event)
  expect(events.map(({ type }) => type)).toEqual([
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ])
  expect(events[1]).toMatchObject({ partial_image_index: 1, b64_json: png })
  expect(events[2]).toMatchObject({ b64_json: png, created_at: 1_700_000_000, size: '1024x1024', usage: { total_tokens: 30 } })
})

test('images.edit with one file, with several, and with a mask', async () => {
  const client = await start(() => made())
  await client.images.edit({ model: 'm', prompt: 'make it green', image: await file('one.png'), n: 1, input_fidelity: 'high' })
  const answer = await client.images.edit({
    model: 'm',
    prompt: 'join them',
    image: [await file('a.png'), await file('b.png')],
    mask: await file('mask.png'),
    size: 'auto',
  })
  expect(answer.data?.[0]?.b64_json).toBe(png)
  const input = (filename: string, at: string): object => ({ at, source: { type: 'inline', mime: 'image/png', base64: png, filename } })
  expect(server?.requests).toMatchObject([
    { prompt: 'make it green', count: 1, fidelity: 'high', images: [input('one.png', '/image')] },
    {
      prompt: 'join them',
      size: { type: 'auto' },
      images: [input('a.png', '/image[]/0'), input('b.png', '/image[]/1')],
      mask: input('mask.png', '/mask'),
    },
  ])
})

test('images.edit as a stream', async () => {
  const client = await start(() => unfoldResponse(made()))
  const events = []
  for await (const event of await client.images.edit({ model: 'm', prompt: 'p', image: await file('a.png'), stream: true }))
    events.push(event)
  expect(events).toMatchObject([{ type: 'image_edit.completed', b64_json: png, usage: { total_tokens: 30 } }])
  expect(server?.requests[0]).toMatchObject({ stream: true })
})

test('a stream of which the upstream failed ends in an error of the SDK', async () => {
  const client = await start(() => [{ type: 'failure', failure: { code: 'policy', message: 'refused', retryable: false } }])
  const stream = await client.images.generate({ model: 'm', prompt: 'p', stream: true })
  const read = async (): Promise<void> => {
    for await (const _ of stream);
  }
  await expect(read()).rejects.toThrow(APIError)
})

test('a wrong field is an error of the SDK that names it', async () => {
  const client = await start(() => made())
  const error: unknown = await client.images.generate({ model: 'm', prompt: 'p', n: 11 }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BadRequestError)
  expect(error).toMatchObject({ status: 400, param: 'n' })
})
