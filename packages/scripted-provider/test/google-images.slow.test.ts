import { createGoogle } from '@ai-sdk/google'
import { createGoogleVertex } from '@ai-sdk/google-vertex'
import { GoogleGenAI, Modality, PersonGeneration } from '@google/genai'
import type { GenerateContentConfig, GenerateContentResponse, Part } from '@google/genai'
import { generateImage } from 'ai'
import { Jimp } from 'jimp'
import { describe, expect, test } from 'vitest'
import { decodePng } from './decode-png.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { serve } from './provider.ts'

const { google, provider } = await serve()
const vertex = new GoogleGenAI({ vertexai: true, apiKey: 'demo', httpOptions: { baseUrl: provider.url } })
const both = [Modality.TEXT, Modality.IMAGE]
const model = 'demo-contents-image'

function partsOf(answer: GenerateContentResponse): readonly Part[] {
  return answer.candidates?.[0]?.content?.parts ?? []
}

/** The size of the last image of an answer. */
function sizeOf(answer: GenerateContentResponse): string {
  const { width, height } = decodePng(partsOf(answer).at(-1)?.inlineData?.data ?? '')
  return `${width}x${height}`
}

function generate(contents: string | Part[], config: GenerateContentConfig = {}, name = model): Promise<GenerateContentResponse> {
  return google.models.generateContent({ model: name, contents, config: { responseModalities: both, ...config } })
}

async function inline(color: number): Promise<Part> {
  return { inlineData: { mimeType: 'image/png', data: (await imageFile(32, 32, color)).toString('base64') } }
}

describe('generateContent', () => {
  test('gives a text and a PNG that shows the prompt', async () => {
    const answer = await generate('A cat on a mat')
    expect(partsOf(answer).map((part) => Object.keys(part)[0])).toEqual(['text', 'inlineData'])
    expect(sizeOf(answer)).toBe('1024x1024')
    expect(answer.usageMetadata).toMatchObject({ candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }] })
    expect(partsOf(await generate('A dog')).at(-1)).not.toEqual(partsOf(answer).at(-1))
    expect(partsOf(await generate('A cat on a mat')).at(-1)).toEqual(partsOf(answer).at(-1))
  })

  test('gives nothing but the image where only that is asked for, and no image where none is', async () => {
    expect(partsOf(await generate('A cat', { responseModalities: [Modality.IMAGE] })).map((part) => Object.keys(part)[0])).toEqual([
      'inlineData',
    ])
    expect(partsOf(await google.models.generateContent({ model, contents: 'A cat' })).map((part) => Object.keys(part)[0])).toEqual(['text'])
  })

  test.each([
    [model, {}, '1024x1024'],
    [model, { aspectRatio: '16:9' }, '1376x768'],
    [model, { aspectRatio: '9:16', imageSize: '2K' }, '1536x2752'],
    [model, { aspectRatio: '1:8' }, '368x2896'],
    ['gemini-3-pro-image', { imageSize: '4K' }, '4096x4096'],
    ['gemini-2.5-flash-image', { aspectRatio: '21:9' }, '1536x672'],
    ['gemini-2.5-flash-image', { imageSize: '4K' }, '1024x1024'],
  ])('of %s with %j is %s', async (name, imageConfig, size) => {
    expect(sizeOf(await generate('A cat', { imageConfig }, name))).toBe(size)
  })

  test.each([
    [model, { imageConfig: { imageSize: '1k' } }],
    [model, { imageConfig: { imageSize: '8K' } }],
    [model, { imageConfig: { aspectRatio: '2:1' } }],
    ['gemini-3-pro-image', { imageConfig: { aspectRatio: '1:8' } }],
    ['gemini-2.5-flash-image', { imageConfig: { aspectRatio: '1:4' } }],
    [model, { responseModalities: [Modality.TEXT] }],
    [model, { candidateCount: 2 }],
  ])('of %s refuses %j', async (name, config) => {
    await expect(generate('A cat', config, name)).rejects.toMatchObject({ status: 400 })
  })

  test('refuses in an image config what only Vertex has', async () => {
    const ask = (path: string, imageConfig: object): Promise<JsonReply> =>
      postJson(`${provider.url}${path}/models/${model}:generateContent`, {
        contents: [{ role: 'user', parts: [{ text: 'A cat' }] }],
        generationConfig: { responseModalities: ['IMAGE'], imageConfig },
      })
    expect((await ask('/v1beta', { outputMimeType: 'image/jpeg' })).status).toBe(400)
    expect((await ask('/v1beta', { size: '1K' })).status).toBe(400)
    const reply = await ask('/v1/projects/p/locations/l/publishers/google', { outputMimeType: 'image/jpeg' })
    expect(reply).toMatchObject({
      status: 200,
      body: { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/jpeg' } }] } }] },
    })
  })

  test('edits inline images, and goes on with its own', async () => {
    const red = [255, 0, 0, 255]
    const first = await generate([await inline(0xff0000ff), await inline(0x0000ffff), { text: 'Put them together' }])
    expect(decodePng(partsOf(first).at(-1)?.inlineData?.data ?? '').pixel(512, 300)).toEqual(red)
    expect(decodePng(partsOf(first).at(-1)?.inlineData?.data ?? '').pixel(20, 20)).toEqual([0, 0, 255, 255])
    const second = await google.models.generateContent({
      model,
      contents: [
        { role: 'user', parts: [{ text: 'Put them together' }] },
        { role: 'model', parts: [...partsOf(first)] },
        { role: 'user', parts: [{ text: 'Now write on it' }] },
      ],
      config: { responseModalities: both },
    })
    expect(decodePng(partsOf(second).at(-1)?.inlineData?.data ?? '').pixel(512, 300)).toEqual(red)
    await expect(generate([{ inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }, { text: 'Edit' }])).rejects.toMatchObject({
      status: 400,
    })
  })

  test('streams the image in a frame of its own', async () => {
    const frames: GenerateContentResponse[] = []
    for await (const frame of await google.models.generateContentStream({ model, contents: 'A cat', config: { responseModalities: both } }))
      frames.push(frame)
    const images = frames.flatMap(partsOf).filter(({ inlineData }) => inlineData)
    expect(images).toHaveLength(1)
    expect(images[0]?.inlineData).toEqual(partsOf(await generate('A cat')).at(-1)?.inlineData)
    expect(frames.length).toBeGreaterThan(4)
    expect(frames.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
  })

  test('shows a draft where thoughts are asked for', async () => {
    const answer = await generate('A cat', { thinkingConfig: { includeThoughts: true } })
    const images = partsOf(answer).filter(({ inlineData }) => inlineData)
    expect(images.map(({ thought = false }) => thought)).toEqual([true, false])
    expect(images[0]?.inlineData).not.toEqual(images[1]?.inlineData)
  })

  test('withholds the image, or the whole answer, on request', async () => {
    const reasons = async (directive: string): Promise<unknown> => {
      const { candidates, promptFeedback } = await generate(`A cat [demo:${directive}]`)
      return [candidates?.[0]?.finishReason, candidates?.[0]?.content?.parts?.length ?? 0, promptFeedback?.blockReason]
    }
    expect(await reasons('filter')).toEqual(['IMAGE_SAFETY', 0, undefined])
    expect(await reasons('finish IMAGE_PROHIBITED_CONTENT')).toEqual(['IMAGE_PROHIBITED_CONTENT', 0, undefined])
    expect(await reasons('fail')).toEqual(['NO_IMAGE', 0, undefined])
    expect(await reasons('block')).toEqual([undefined, 0, 'SAFETY'])
  })

  test('of a model of texts makes an image too, as before', async () => {
    expect(sizeOf(await generate('A cat', {}, 'demo-contents'))).toBe('1024x1024')
  })

  test('the AI SDK makes and edits images', async () => {
    const sdk = createGoogle({ baseURL: `${provider.url}/v1beta`, apiKey: 'demo' })
    const made = await generateImage({ model: sdk.image('gemini-2.5-flash-image'), prompt: 'A cat', aspectRatio: '3:4' })
    expect(decodePng(made.image.uint8Array)).toMatchObject({ width: 864, height: 1184 })
    const edited = await generateImage({
      model: sdk.image('gemini-3.1-flash-image-preview'),
      prompt: { text: 'Write on it', images: [await imageFile(32, 32, 0xff0000ff)] },
      aspectRatio: '4:1',
    })
    const { width, height, pixel } = decodePng(edited.image.uint8Array)
    expect([width, height]).toEqual([2048, 512])
    expect(pixel(1024, 200)).toEqual([255, 0, 0, 255])
  })

  test('the AI SDK makes images by way of Vertex, below a project', async () => {
    const sdk = createGoogleVertex({ baseURL: `${provider.url}/v1beta1/projects/p/locations/l/publishers/google`, apiKey: 'demo' })
    const { image } = await generateImage({
      model: sdk.image('gemini-3-pro-image'),
      prompt: 'A cat',
      aspectRatio: '3:2',
      providerOptions: { googleVertex: { imageConfig: { imageSize: '2K' } } },
    })
    expect(decodePng(image.uint8Array)).toMatchObject({ width: 2528, height: 1696 })
  })
})

describe('predict', () => {
  const imagen = 'demo-imagen-predict'
  const predict = (body: object): Promise<JsonReply> => postJson(`${provider.url}/v1beta/models/${imagen}:predict`, body)
  const instances = [{ prompt: 'A cat on a mat' }]

  test('gives Google’s own SDK images of the asked size and number', async () => {
    const { generatedImages = [] } = await vertex.models.generateImages({
      model: imagen,
      prompt: 'A cat on a mat',
      config: {
        numberOfImages: 2,
        aspectRatio: '16:9',
        imageSize: '2K',
        personGeneration: PersonGeneration.ALLOW_ADULT,
        negativePrompt: 'dogs',
        seed: 7,
        addWatermark: false,
        enhancePrompt: true,
        includeSafetyAttributes: true,
        outputMimeType: 'image/png',
      },
    })
    expect(generatedImages).toHaveLength(2)
    for (const { image, enhancedPrompt } of generatedImages) {
      expect(image?.mimeType).toBe('image/png')
      expect(decodePng(image?.imageBytes ?? '')).toMatchObject({ width: 2816, height: 1536 })
      expect(enhancedPrompt).toBe('A cat on a mat, in great detail')
    }
    expect(generatedImages[0]?.image).not.toEqual(generatedImages[1]?.image)
  })

  test('gives four where nobody says, and JPEG where it is asked for', async () => {
    expect(await predict({ instances })).toMatchObject({
      body: { predictions: Array.from({ length: 4 }, () => ({ mimeType: 'image/png' })) },
    })
    const { body } = await predict({
      instances,
      parameters: { sampleCount: 1, aspectRatio: '9:16', outputOptions: { mimeType: 'image/jpeg', compressionQuality: 30 } },
    })
    const [made] = (body as { predictions: { bytesBase64Encoded: string; mimeType: string }[] }).predictions
    expect(made?.mimeType).toBe('image/jpeg')
    const { width, height } = await Jimp.fromBuffer(Buffer.from(made?.bytesBase64Encoded ?? '', 'base64'))
    expect([width, height]).toEqual([768, 1408])
  })

  test('leaves out what is filtered, with a reason where one is asked for', async () => {
    const filtered = [{ prompt: 'A cat [demo:filter 2]' }]
    const made = { mimeType: 'image/png', bytesBase64Encoded: expect.any(String) as unknown }
    expect(await predict({ instances: filtered, parameters: { sampleCount: 2 } })).toStrictEqual({
      status: 200,
      body: { predictions: [made] },
    })
    expect(await predict({ instances: filtered, parameters: { sampleCount: 2, includeRaiReason: true } })).toStrictEqual({
      status: 200,
      body: { predictions: [made, { raiFilteredReason: expect.any(String) as unknown }] },
    })
    for (const directive of ['filter', 'block', 'fail'])
      expect(await predict({ instances: [{ prompt: `A cat [demo:${directive}]` }], parameters: { sampleCount: 2 } })).toStrictEqual({
        status: 200,
        body: {},
      })
    expect((await predict({ instances: [{ prompt: '[demo:status 503]' }] })).status).toBe(503)
  })

  test.each([
    { instances: [] },
    { instances: [{ prompt: '' }] },
    { instances: [{ prompt: 'A cat' }, { prompt: 'A dog' }] },
    { instances: [{ prompt: 'A cat', image: {} }] },
    { instances, parameters: { sampleCount: 0 } },
    { instances, parameters: { sampleCount: 5 } },
    { instances, parameters: { aspectRatio: '2:3' } },
    { instances, parameters: { sampleImageSize: '4K' } },
    { instances, parameters: { imageSize: '1K' } },
    { instances, parameters: { seed: 1 } },
    { instances, parameters: { seed: -1, addWatermark: false } },
    { instances, parameters: { outputOptions: { mimeType: 'image/webp' } } },
    { instances, sampleCount: 1 },
  ])('refuses %j', async (body) => {
    expect(await predict(body)).toMatchObject({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } })
  })
})
