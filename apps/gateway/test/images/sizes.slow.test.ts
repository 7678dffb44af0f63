import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { picture } from './pictures.ts'
import { sizeOfImage, sizeOfItem } from './size-of-image.ts'

const { url } = await startGateway({ demo: true })
const client = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, maxRetries: 0 })
const slow = 60_000

/** The sizes that the interface names. */
const named = ['1024x1024', '1024x1536', '1536x1024', '2048x2048', '2304x1728', '1728x2304', '2560x1440', '1440x2560'] as const

/** Named sizes that each kind of upstream makes, the others being refused, and its largest `n`. */
const models: Readonly<Record<string, { readonly sizes: readonly string[]; readonly most: number }>> = {
  'demo-openai-images': { sizes: named, most: 10 },
  'demo-ark-images': { sizes: named, most: 10 },
  'demo-dashscope': { sizes: named, most: 6 },
  'demo-dashscope-async': { sizes: named, most: 4 },
  'demo-imagen-predict': { sizes: ['1024x1024', '2048x2048'], most: 10 },
}

describe.for(Object.entries(models))('images of %s', ([model, { sizes, most }]) => {
  test(
    'have the size that was asked for, each that the interface names, or the size is refused',
    async () => {
      const check = async (size: string): Promise<void> => {
        const made = client.images.generate({ model, prompt: 'A lighthouse', size: size as '1024x1024' })
        if (!sizes.includes(size)) return expect(made).rejects.toMatchObject({ status: 400, param: 'size' })
        const { data = [] } = await made
        expect([size, await Promise.all(data.map(sizeOfItem))]).toEqual([size, [size]])
      }
      await Promise.all(named.map(check))
    },
    slow,
  )

  test(
    'are spelled with an asterisk within parameters as well',
    async () => {
      const parameters = { size: '1024*1024', n: 2, seed: 0 }
      const { data = [] } = await client.images.generate({
        model,
        prompt: 'A lighthouse',
        parameters,
      } as OpenAI.ImageGenerateParamsNonStreaming)
      expect(await Promise.all(data.map(sizeOfItem))).toEqual(['1024x1024', '1024x1024'])
    },
    slow,
  )

  test(
    'are as many as were asked for, up to what the model makes',
    async () => {
      const ask = (n: number): Promise<OpenAI.ImagesResponse> =>
        client.images.generate({ model, prompt: 'A lighthouse', size: '1024x1024', n })
      const counts = await Promise.all([1, most].map(async (n) => (await ask(n)).data?.length))
      expect(counts).toEqual([1, most])
      for (const n of [0, most + 1, 11]) await expect(ask(n)).rejects.toMatchObject({ status: 400, param: 'n' })
    },
    slow,
  )

  test(
    'take seeds from 0 to 2147483647',
    async () => {
      const ask = (seed: number): Promise<OpenAI.ImagesResponse> =>
        client.images.generate({ model, prompt: 'A lighthouse', size: '1024x1024', seed } as OpenAI.ImageGenerateParamsNonStreaming)
      const counts = await Promise.all([0, 2_147_483_647].map(async (seed) => (await ask(seed)).data?.length))
      expect(counts).toEqual([1, 1])
      for (const seed of [-1, 2_147_483_648]) await expect(ask(seed)).rejects.toMatchObject({ status: 400, param: 'seed' })
    },
    slow,
  )
})

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9', '1:4', '4:1', '1:8', '8:1'] as const

describe.for(['v1', 'v1beta'])('native images by @google/genai under /%s', (apiVersion) => {
  const google = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: url, apiVersion } })
  const sizeOf = async (imageConfig: object, edited?: Buffer): Promise<string> => {
    const parts = edited === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data: edited.toString('base64') } }]
    const made = await google.models.generateContentStream({
      model: 'demo-contents-image',
      contents: [{ text: 'A lighthouse' }, ...parts],
      config: { responseModalities: ['IMAGE'], imageConfig },
    })
    for await (const { candidates } of made)
      for (const { inlineData, thought } of candidates?.[0]?.content?.parts ?? [])
        if (inlineData?.data && thought !== true) return sizeOfImage(Buffer.from(inlineData.data, 'base64'))
    return 'none'
  }

  test(
    'have each shape that the interface names',
    async () => {
      for (const aspectRatio of ratios) {
        const [width = 0, height = 0] = (await sizeOf({ aspectRatio })).split('x').map(Number)
        const [across = 0, down = 1] = aspectRatio.split(':').map(Number)
        expect(Math.abs(width / height / (across / down) - 1), `${aspectRatio} ${width}x${height}`).toBeLessThan(0.05)
      }
    },
    slow,
  )

  test(
    'have each size that the interface names, also where an image is edited',
    async () => {
      const edited = await picture(300, 200)
      for (const [imageSize, size] of [
        ['1K', '1024x1024'],
        ['2K', '2048x2048'],
        ['4K', '4096x4096'],
      ] as const)
        expect([imageSize, await sizeOf({ imageSize, aspectRatio: '1:1' }, edited)]).toEqual([imageSize, size])
      await expect(sizeOf({ imageSize: '1k' })).rejects.toMatchObject({ status: 400 })
      await expect(sizeOf({ aspectRatio: '7:3' })).rejects.toMatchObject({ status: 400 })
    },
    slow,
  )
})
