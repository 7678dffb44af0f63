import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { GoogleGenAI } from '@google/genai'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { generateImage } from 'ai'
import { afterAll, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { picture } from './pictures.ts'
import { sizeOfImage } from './size-of-image.ts'

const provider = await startScriptedProvider()
afterAll(() => provider.close())
const { url } = await startGateway({
  demo: true,
  // The provider of Google takes models of Gemini alone.
  channels: [
    {
      name: 'native',
      format: 'contents',
      baseUrl: provider.url,
      apiKey: 'x',
      models: [{ name: 'gemini-3-pro-image', upstream: 'demo-contents-image' }],
    },
  ],
})
const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' })

for (const model of ['demo-openai-images', 'demo-ark-images', 'demo-dashscope', 'demo-dashscope-async', 'demo-imagen-predict'])
  test(`generateImage of ai with its openai provider gets images of ${model}`, async () => {
    const { images } = await generateImage({ model: openai.image(model), prompt: 'A lighthouse', n: 2, size: '1024x1024', maxRetries: 0 })
    expect(images).toHaveLength(2)
    for (const { uint8Array } of images) expect(await sizeOfImage(uint8Array)).toBe('1024x1024')
  })

for (const model of ['demo-openai-images', 'demo-ark-images', 'demo-dashscope', 'demo-dashscope-async'])
  test(`generateImage of ai edits images at ${model}`, async () => {
    const { images } = await generateImage({
      model: openai.image(model),
      prompt: { text: 'Paint it red', images: [await picture(512, 512), await picture(600, 400)] },
      size: '1024x1024',
      maxRetries: 0,
    })
    expect(images).toHaveLength(1)
    expect(await sizeOfImage(images[0]?.uint8Array ?? new Uint8Array())).toBe('1024x1024')
  })

for (const version of ['v1', 'v1beta'])
  test(`generateImage of ai with its google provider gets a native image under /${version}`, async () => {
    const google = createGoogleGenerativeAI({ baseURL: `${url}/${version}`, apiKey: 'any' })
    const { images } = await generateImage({
      model: google.image('gemini-3-pro-image'),
      prompt: 'A lighthouse',
      aspectRatio: '16:9',
      maxRetries: 0,
    })
    expect(images).toHaveLength(1)
    const [width = 0, height = 1] = (await sizeOfImage(images[0]?.uint8Array ?? new Uint8Array())).split('x').map(Number)
    expect(width / height).toBeCloseTo(16 / 9, 1)
  })

test('@google/genai makes and edits native images, streamed and not', async () => {
  const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: url } })
  const made = await client.models.generateContent({
    model: 'demo-contents-image',
    contents: 'A lighthouse',
    config: { responseModalities: ['IMAGE'] },
  })
  const data = made.candidates?.[0]?.content?.parts?.find(({ inlineData }) => inlineData)?.inlineData?.data ?? ''
  expect(await sizeOfImage(Buffer.from(data, 'base64'))).toBe('1024x1024')
  const inlineData = { mimeType: 'image/png', data: (await picture(300, 300)).toString('base64') }
  const sizes: string[] = []
  for await (const chunk of await client.models.generateContentStream({
    model: 'demo-contents-image',
    contents: [{ text: 'Paint it red' }, { inlineData }],
    config: { responseModalities: ['TEXT', 'IMAGE'] },
  }))
    for (const part of chunk.candidates?.[0]?.content?.parts ?? [])
      if (part.inlineData?.data && part.thought !== true) sizes.push(await sizeOfImage(Buffer.from(part.inlineData.data, 'base64')))
  expect(sizes).toEqual(['1024x1024'])
})
