import { fileURLToPath } from 'node:url'
import type { JsonObject, ModelProfile } from '@interlingua/core'
import { createTestContext, deepFreeze, readCorpus } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../../../tools/recordings.ts'
import { failureOfItems, geminiImage, geminiImageModel, imagenPredict, type ImageRequest, type ImageResponse } from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'
import { bodies, lower, translate, type Run } from '../silent-losses.ts'

const dataUrl = `data:image/png;base64,${png}`
const ask = (body: JsonObject, dialect?: JsonObject): Run =>
  translate(geminiImage, { model: 'gemini-3-pro-image', prompt: 'a cat', ...body }, dialect)
const told = ({ notices }: Run): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
const config = (run: Run): unknown => (bodies(run)[0] as JsonObject)['generationConfig']

function answer(body: unknown): { readonly response: ImageResponse; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const response = geminiImage.decodeResponse(
    geminiImage.parseResponse({ status: 200, headers: {}, body: deepFreeze(body) }, context),
    context,
  )
  return { response, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

const candidate = (parts: readonly unknown[], finishReason = 'STOP', more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts }, finishReason, ...more }],
})

test('a request is a call of generateContent for each image, with the images inline', () => {
  const { calls } = ask({ n: 2, image: dataUrl, size: '2752x1536' })
  const call = {
    path: '/v1beta/models/gemini-3-pro-image:generateContent',
    query: {},
    headers: { 'content-type': 'application/json' },
    body: {
      contents: [{ role: 'user', parts: [{ text: 'a cat' }, { inlineData: { mimeType: 'image/png', data: png } }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9', imageSize: '2K' } },
    },
  }
  expect(calls).toEqual([call, call])
})

test('a call of :predict over an image model is as many calls as samples', () => {
  const { context } = createTestContext()
  const wire = {
    path: '/v1beta/models/gemini-2.5-flash-image:predict',
    query: {},
    headers: {},
    body: { instances: [{ prompt: 'p' }], parameters: { sampleCount: 3, aspectRatio: '16:9' } },
  }
  const run = lower(geminiImage, imagenPredict.decodeRequest(imagenPredict.parseRequest(wire, context), context))
  expect(run.calls).toHaveLength(3)
  expect(config(run)).toEqual({ responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9' } })
  expect(run.notices).toEqual([])
})

describe.each(['gemini-2.5-flash-image', 'gemini-3.1-flash-image', 'gemini-3-pro-image', 'demo-contents-image'])('%s', (model) => {
  const { ratios, classes } = geminiImageModel(model)
  const factors = classes.length === 0 ? [1] : [1, 2, 4]

  test.each(Object.entries(ratios))('%s is what its size in pixels says', (aspectRatio, { width, height }) => {
    for (const [index, factor] of factors.entries())
      expect(config(ask({ model, size: `${width * factor}x${height * factor}` }))).toMatchObject({
        imageConfig: { aspectRatio, ...(classes[index] !== undefined && { imageSize: classes[index] }) },
      })
    expect(config(ask({ model, aspect_ratio: aspectRatio }))).toMatchObject({ imageConfig: { aspectRatio } })
  })

  test('what it does not make is refused where the caller wrote it', () => {
    expect(() => ask({ model, size: '1000x1000' })).toThrow(expect.objectContaining({ path: '/size', code: 'wire' }))
    expect(() => ask({ model, size: '3K' })).toThrow(expect.objectContaining({ path: '/size' }))
    expect(() => ask({ model, aspect_ratio: '7:5' })).toThrow(expect.objectContaining({ path: '/aspect_ratio' }))
    expect(() => ask({ model, aspect_ratio: '16:9', size: '1024x1024' })).toThrow(expect.objectContaining({ path: '/aspect_ratio' }))
    expect(() => ask({ model, image: 'https://h/a.png' })).toThrow(expect.objectContaining({ path: '/image' }))
    expect(() => ask({ model, images: [{ file_id: 'f' }] })).toThrow(expect.objectContaining({ path: '/images/0' }))
  })
})

test('the longest shapes are for the 3.1 flash line alone, 4K for those that scale', () => {
  expect(config(ask({ model: 'gemini-3.1-flash-image', aspect_ratio: '8:1' }))).toMatchObject({ imageConfig: { aspectRatio: '8:1' } })
  expect(() => ask({ aspect_ratio: '8:1' })).toThrow(expect.objectContaining({ path: '/aspect_ratio' }))
  expect(() => ask({ model: 'gemini-2.5-flash-image', size: '4K' })).toThrow(expect.objectContaining({ path: '/size' }))
  expect(config(ask({ model: 'gemini-2.5-flash-image', size: '1K' }))).toEqual({ responseModalities: ['IMAGE'] })
})

test('a profile of the model says what it makes, whatever its id', () => {
  const profile: ModelProfile = {
    format: 'contents',
    pattern: '*',
    asOf: '2026-11-21',
    images: { aspectRatios: ['1:1', '8:1'], sizes: ['1K'] },
  }
  const request: ImageRequest = { model: 'my-alias', prompt: 'p' }
  const ask = (fields: Partial<ImageRequest>): unknown => {
    const { context } = createTestContext({ model: profile })
    const [call] = geminiImage.lowerRequest({ ...request, ...fields }, context)
    return call === undefined ? undefined : (geminiImage.encodeRequest(call, context).body['generationConfig'] as JsonObject)['imageConfig']
  }
  expect(ask({ aspectRatio: '8:1' })).toEqual({ aspectRatio: '8:1' })
  expect(ask({ size: { type: 'pixels', width: 3072, height: 384 } })).toEqual({ aspectRatio: '8:1', imageSize: '1K' })
  expect(() => ask({ aspectRatio: '16:9' })).toThrow(expect.objectContaining({ path: '/aspectRatio' }))
  expect(() => ask({ size: { type: 'class', name: '2K' } })).toThrow(expect.objectContaining({ path: '/size' }))
})

test('a seed is sent, counted up for each call; search is a tool; other settings are told', () => {
  const run = ask({ seed: 5, n: 2, tools: [{ type: 'web_search' }], watermark: true, mask: dataUrl, image: dataUrl })
  expect(bodies(run)).toMatchObject([
    { generationConfig: { seed: 5 }, tools: [{ googleSearch: {} }] },
    { generationConfig: { seed: 6 }, tools: [{ googleSearch: {} }] },
  ])
  expect(new Set(told(run))).toEqual(new Set(['images/mask /mask', 'images/watermark /watermark', 'images/seed-spread /seed']))
})

test('the second generation does not search, which is told', () => {
  const run = ask({ model: 'gemini-2.5-flash-image', tools: [{ type: 'web_search' }] })
  expect([(bodies(run)[0] as JsonObject)['tools'], told(run)]).toEqual([undefined, ['images/tools /tools']])
})

test('Vertex AI takes the file and who may be shown', () => {
  const body = { output_format: 'jpeg', output_compression: 60 }
  expect(config(ask(body, { platform: 'vertex' }))).toMatchObject({
    imageConfig: { imageOutputOptions: { mimeType: 'image/jpeg', compressionQuality: 60 } },
  })
  expect(told(ask(body))).toEqual(['images/output-format /output_format', 'images/compression /output_compression'])
  expect(() => ask({ output_format: 'webp' }, { platform: 'vertex' })).toThrow(expect.objectContaining({ path: '/output_format' }))
})

test('an image is the result; a draft of thinking is none, and what is said beside is told', () => {
  const image = { inlineData: { mimeType: 'image/png', data: png } }
  const { response, notices } = answer({
    ...candidate([{ text: 'Here: ' }, { ...image, thought: true }, { text: 'hm', thought: true }, image]),
    usageMetadata: {
      promptTokenCount: 7,
      candidatesTokenCount: 1290,
      thoughtsTokenCount: 10,
      totalTokenCount: 1307,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 7 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
    },
    modelVersion: 'gemini-3-pro-image',
    createTime: '2026-01-01T00:00:00Z',
  })
  expect(response).toMatchObject({
    items: [{ type: 'image', source: { type: 'inline', base64: png, mime: 'image/png' }, at: '/candidates/0/content/parts/3' }],
    createdAt: 1_767_225_600_000,
    usage: { input: { total: 7, byModality: { text: 7 } }, output: { total: 1300, reasoning: 10, byModality: { image: 1290 } } },
  })
  expect(response.items).toHaveLength(1)
  expect(notices).toEqual(['images/answer-part /candidates/0/content/parts/2', 'images/answer-part /candidates/0/content'])
})

test.each<[string, object, string, string, string]>([
  ['a refused image', { candidates: [{ finishReason: 'IMAGE_SAFETY', finishMessage: 'unsafe' }] }, 'IMAGE_SAFETY', 'unsafe', 'policy'],
  [
    'a forbidden one',
    candidate([], 'IMAGE_PROHIBITED_CONTENT'),
    'IMAGE_PROHIBITED_CONTENT',
    'no image was made: IMAGE_PROHIBITED_CONTENT',
    'policy',
  ],
  ['a known work', candidate([], 'IMAGE_RECITATION'), 'IMAGE_RECITATION', 'no image was made: IMAGE_RECITATION', 'policy'],
  [
    'a blocked prompt',
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    'PROHIBITED_CONTENT',
    'the prompt was blocked: PROHIBITED_CONTENT',
    'policy',
  ],
  ['words alone', candidate([{ text: 'I would rather not.' }]), 'NO_IMAGE', 'I would rather not.', 'server'],
  ['another reason', candidate([], 'IMAGE_OTHER'), 'IMAGE_OTHER', 'no image was made: IMAGE_OTHER', 'server'],
])('%s is a failed item', (_, body, code, message, failure) => {
  const { items } = answer(body).response
  expect(items).toMatchObject([{ type: 'failed', code, message }])
  expect(failureOfItems(items)).toMatchObject({ code: failure })
})

test.each<[string, unknown]>([
  ['/error', { error: { code: 400, message: 'no' } }],
  ['/candidates', {}],
  ['/candidates', { candidates: [] }],
  ['/candidates/0/content/parts', { candidates: [{ content: { parts: 'x' } }] }],
  ['', 'text'],
])('an answer that is none is refused at %s', (path, body) => {
  expect(() => answer(body)).toThrow(expect.objectContaining({ path, code: 'wire' }))
})

// Recorded traffic of third parties, which lies beside the checkout and is not part of the repository.
const corpus = fileURLToPath(new URL('../../../../../shared/corpus/contents', import.meta.url))
const recorded = (readCorpus(corpus) ?? []).filter(
  ({ tags, status, response }) => tags?.includes('image-output') === true && status === 200 && response !== undefined,
)

describeRecordings('recorded answers with images', corpus, () => {
  test('there are some', () => {
    expect(recorded.length).toBeGreaterThan(0)
  })

  test.each(recorded)('$id gives its images', ({ response }) => {
    const { items } = answer(response).response
    expect(items.some(({ type }) => type === 'image')).toBe(true)
  })
})
