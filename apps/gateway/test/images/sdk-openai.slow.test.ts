import OpenAI, { toFile } from 'openai'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { picture } from './pictures.ts'
import { sizeOfImage, sizeOfItem } from './size-of-image.ts'

const { url } = await startGateway({ demo: true })
const client = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, maxRetries: 0 })

/** Field in which each kind of upstream gives its images where the request names no `response_format`. */
const models = {
  'demo-openai-images': 'b64_json',
  'demo-ark-images': 'url',
  'demo-dashscope': 'url',
  'demo-dashscope-async': 'url',
  'demo-imagen-predict': 'url',
} as const
const ids = Object.keys(models) as (keyof typeof models)[] // the keys of `models` are the type

describe.for(ids)('the official SDK at %s', (model) => {
  test('gets images of the asked size, in either way and in the usual one', async () => {
    for (const response_format of [undefined, 'url', 'b64_json'] as const) {
      const { data = [] } = await client.images.generate({
        model,
        prompt: 'A lighthouse',
        size: '1024x1024',
        ...(response_format && { response_format }),
      })
      expect(data).toHaveLength(1)
      const [item = {}] = data
      const way = response_format ?? models[model]
      expect([response_format, 'url' in item, 'b64_json' in item]).toEqual([response_format, way === 'url', way === 'b64_json'])
      expect(await sizeOfItem(item)).toBe('1024x1024')
    }
  })

  test('gets as many images as it asks for', async () => {
    const { data = [] } = await client.images.generate({ model, prompt: 'Two lighthouses', n: 2, size: '1024x1024' })
    expect(data).toHaveLength(2)
    for (const item of data) expect(await sizeOfItem(item)).toBe('1024x1024')
  })

  test('gets a stream with one completed event for each image', async () => {
    const stream = await client.images.generate({
      model,
      prompt: 'A lighthouse',
      n: 2,
      size: '1024x1024',
      stream: true,
      partial_images: 1,
    })
    const sizes: string[] = []
    const types: string[] = []
    for await (const event of stream) {
      types.push(event.type)
      if (event.type === 'image_generation.completed') sizes.push(await sizeOfImage(Buffer.from(event.b64_json, 'base64')))
    }
    expect(sizes).toEqual(['1024x1024', '1024x1024'])
    expect(types.includes('image_generation.partial_image')).toBe(model === 'demo-openai-images')
  })

  test('gets an error before anything is made where a field is wrong', async () => {
    const wrong = client.images.generate({ model, prompt: 'A lighthouse', size: '17x0' as '1024x1024' })
    await expect(wrong).rejects.toMatchObject({ status: 400, param: 'size', type: 'invalid_request_error' })
  })
})

describe.for(['demo-openai-images', 'demo-ark-images', 'demo-dashscope', 'demo-dashscope-async'])(
  'the official SDK edits at %s',
  (model) => {
    test('one image', async () => {
      const image = await toFile(await picture(512, 512), 'lighthouse.png', { type: 'image/png' })
      const { data = [] } = await client.images.edit({ model, image, prompt: 'Paint it red', size: '1024x1024' })
      expect(data).toHaveLength(1)
      // Edits answer base64 unless asked otherwise, like OpenAI: clients read no other field there.
      for (const { b64_json: base64 = '' } of data) expect(await sizeOfImage(Buffer.from(base64, 'base64'))).toBe('1024x1024')
      const { data: hosted = [] } = await client.images.edit({ model, image, prompt: 'Red', size: '1024x1024', response_format: 'url' })
      expect(hosted.map((item) => Object.keys(item).includes('url'))).toEqual([true])
      for (const item of hosted) expect(await sizeOfItem(item)).toBe('1024x1024')
    })

    test('several images, streamed', async () => {
      const image = await Promise.all(
        [512, 600].map(async (side, index) => toFile(await picture(side, side), `${index}.png`, { type: 'image/png' })),
      )
      const stream = await client.images.edit({ model, image, prompt: 'Join them', size: '1024x1024', stream: true })
      const sizes: string[] = []
      for await (const event of stream)
        if (event.type === 'image_edit.completed') sizes.push(await sizeOfImage(Buffer.from(event.b64_json, 'base64')))
      expect(sizes).toEqual(['1024x1024'])
    })
  },
)

test('a mask goes along with its image', async () => {
  const image = await toFile(await picture(256, 256), 'image.png', { type: 'image/png' })
  const mask = await toFile(await picture(256, 256, false), 'mask.png', { type: 'image/png' })
  const { data } = await client.images.edit({ model: 'demo-openai-images', image, mask, prompt: 'Only there', size: '1024x1024' })
  expect(data).toHaveLength(1)
})

test('an upstream that takes no images says so by the field', async () => {
  const image = await toFile(await picture(256, 256), 'a.png', { type: 'image/png' })
  const edit = client.images.edit({ model: 'demo-imagen-predict', image, prompt: 'Paint it red' })
  await expect(edit).rejects.toMatchObject({ status: 400, param: 'image' })
})

test('a native image model is asked natively: the error says where', async () => {
  const wrong = client.images.generate({ model: 'demo-contents-image', prompt: 'A lighthouse' })
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    param: 'model',
    message: expect.stringContaining('/v1/models/demo-contents-image:generateContent') as string,
  })
})
