import type { JsonObject, WireMessage } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imagenPredict, imagenSizes, openaiImages, type ImageRequest, type ImageResponse } from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'
import { bodies, lower, translate, type Run } from '../silent-losses.ts'
import { runs } from '../../../../tools/runs.ts'

const path = '/v1beta/models/imagen-4.0-generate-001:predict'

function message(body: unknown, at = path): WireMessage<unknown> {
  return { path: at, query: {}, headers: { 'content-type': 'application/json' }, body: deepFreeze(body) }
}

function decode(body: unknown, at?: string): ImageRequest {
  const { context } = createTestContext()
  return imagenPredict.decodeRequest(imagenPredict.parseRequest(message(body, at), context), context)
}

function answer(body: unknown, request?: ImageRequest): ImageResponse {
  const { context } = createTestContext()
  return imagenPredict.decodeResponse(
    imagenPredict.parseResponse({ status: 200, headers: {}, body: deepFreeze(body) }, context),
    context,
    request && { request },
  )
}

function encode(response: ImageResponse): { readonly body: JsonObject; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const { body } = imagenPredict.encodeResponse(deepFreeze(response), context)
  return { body, notices: notices.map(({ code, path: at }) => `${code} ${at}`) }
}

const ask = (body: JsonObject, dialect?: JsonObject): Run =>
  translate(imagenPredict, { model: 'imagen-4.0-generate-001', prompt: 'p', ...body }, dialect)
const told = ({ notices }: Run): readonly string[] => notices.map(({ code, path: at }) => `${code} ${at}`)
const parameters = (run: Run): unknown => bodies(run).map((body) => (body as JsonObject)['parameters'])

const arbitraryCall = fc.record(
  {
    instances: fc.tuple(fc.record({ prompt: fc.string({ minLength: 1 }), x: fc.jsonValue() }, { requiredKeys: ['prompt'] })),
    parameters: fc.record(
      {
        sampleCount: fc.integer({ min: 1, max: 4 }),
        aspectRatio: fc.constantFrom('1:1', '16:9', '7:9'),
        sampleImageSize: fc.constantFrom('1K', '2K', '4K'),
        negativePrompt: fc.string(),
        seed: fc.nat(),
        guidanceScale: fc.integer(),
        addWatermark: fc.boolean(),
        enhancePrompt: fc.boolean(),
        personGeneration: fc.constantFrom('allow_all', 'ALLOW_ADULT', 'dont_allow'),
        language: fc.option(fc.string(), { nil: null }),
        outputOptions: fc.record(
          { mimeType: fc.constantFrom('image/png', 'image/jpeg'), compressionQuality: fc.nat({ max: 100 }), x: fc.jsonValue() },
          { requiredKeys: [] },
        ),
        safetySetting: fc.constant('block_only_high'),
        includeRaiReason: fc.option(fc.boolean(), { nil: null }),
        storageUri: fc.constant('gs://bucket/x'),
        x: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    labels: fc.constant({ team: 'a' }),
  },
  { requiredKeys: ['instances'] },
)

test('a call of :predict comes back as it was, unknown keys and all', () => {
  fc.assert(
    fc.property(arbitraryCall, (body) => {
      const { context } = createTestContext()
      expect(imagenPredict.encodeRequest(decode(body), context)).toEqual(message(body))
    }),
    runs(500),
  )
})

test('the id of a model may hold slashes and colons, escaped or not', () => {
  for (const id of ['org/model', 'ep-1:2', 'org%2Fmodel'])
    expect(decode({ instances: [{ prompt: 'p' }] }, `/v1/models/${id}:predict`).model).toBe(decodeURIComponent(id))
  const { context } = createTestContext()
  expect(imagenPredict.encodeRequest({ model: 'org/a:b', prompt: 'p' }, context).path).toBe('/v1beta/models/org%2Fa%3Ab:predict')
})

test.each<[string, unknown]>([
  ['/instances', {}],
  ['/instances', { instances: [] }],
  ['/instances', { instances: [{ prompt: 'a' }, { prompt: 'b' }] }],
  ['/instances/0/prompt', { instances: [{}] }],
  ['/instances/0/prompt', { instances: [{ prompt: '' }] }],
  ['/parameters/sampleCount', { instances: [{ prompt: 'a' }], parameters: { sampleCount: 0 } }],
  ['/parameters/sampleCount', { instances: [{ prompt: 'a' }], parameters: { sampleCount: 5 } }],
  ['/parameters/aspectRatio', { instances: [{ prompt: 'a' }], parameters: { aspectRatio: 'wide' } }],
  ['/parameters/sampleImageSize', { instances: [{ prompt: 'a' }], parameters: { sampleImageSize: '1k' } }],
  ['/parameters/seed', { instances: [{ prompt: 'a' }], parameters: { seed: -1 } }],
  ['/parameters/personGeneration', { instances: [{ prompt: 'a' }], parameters: { personGeneration: 'some' } }],
  ['/parameters/outputOptions/mimeType', { instances: [{ prompt: 'a' }], parameters: { outputOptions: { mimeType: 'image/webp' } } }],
  [
    '/parameters/outputOptions/compressionQuality',
    { instances: [{ prompt: 'a' }], parameters: { outputOptions: { compressionQuality: 101 } } },
  ],
  ['', 'text'],
  ['', null],
])('a wrong call is refused at %s', (at, body) => {
  expect(() => decode(body)).toThrow(expect.objectContaining({ path: at, code: 'wire' }))
})

test('sampleCount is 1 where nobody says, always sent, and more than four are several calls', () => {
  expect(parameters(ask({}))).toEqual([{ sampleCount: 1, includeRaiReason: true }])
  expect(parameters(ask({ n: 4 }))).toMatchObject([{ sampleCount: 4 }])
  expect(parameters(ask({ n: 10 }))).toMatchObject([{ sampleCount: 4 }, { sampleCount: 4 }, { sampleCount: 2 }])
})

test.each(Object.entries(imagenSizes))('%s is what its size in pixels says, at 1K and at 2K', (aspectRatio, { width, height }) => {
  expect(parameters(ask({ size: `${width}x${height}` }))).toMatchObject([{ aspectRatio, sampleImageSize: '1K' }])
  expect(parameters(ask({ size: `${width * 2}*${height * 2}` }))).toMatchObject([{ aspectRatio, sampleImageSize: '2K' }])
})

test.each<[string, JsonObject]>([
  ['/size', { size: '1536x1024' }],
  ['/size', { size: '2560x1440' }],
  ['/size', { size: '4K' }],
  ['/size', { size: '2048x2048', model: 'imagen-4.0-fast-generate-001' }],
  ['/aspect_ratio', { aspect_ratio: '21:9' }],
  ['/aspect_ratio', { aspect_ratio: '16:9', size: '1024x1024' }],
  ['/parameters/size', { parameters: { size: '1000*1000' } }],
  ['/output_format', { output_format: 'webp' }],
  ['/seed', { seed: 1, watermark: true }],
  ['/image', { image: png }],
  ['/images/0/image_url', { images: [{ image_url: 'https://h/a.png' }] }],
  ['/input/messages/0/content/0', { input: { messages: [{ content: [{ image: png }] }] } }],
])('what the model does not make is refused at %s', (at, body) => {
  expect(() => ask(body)).toThrow(
    expect.objectContaining({ path: expect.stringMatching(new RegExp(`^(${at}|${at.replace(/\/image_url$/, '')})$`)), code: 'wire' }),
  )
})

test('Vertex takes seed, negative prompt and watermark; the Developer API does not, which is told', () => {
  const body = { seed: 3, watermark: false, parameters: { negative_prompt: 'x', prompt_extend: true } }
  const vertex = ask(body)
  expect(parameters(vertex)).toEqual([
    { sampleCount: 1, seed: 3, addWatermark: false, negativePrompt: 'x', enhancePrompt: true, includeRaiReason: true },
  ])
  expect(told(vertex)).toEqual([])
  const gemini = ask(body, { platform: 'gemini' })
  expect(parameters(gemini)).toEqual([{ sampleCount: 1, includeRaiReason: true }])
  expect(new Set(told(gemini))).toEqual(
    new Set([
      'images/seed /seed',
      'images/watermark /watermark',
      'images/negative-prompt /parameters/negative_prompt',
      'images/prompt-rewrite /parameters/prompt_extend',
    ]),
  )
})

test('a seed switches the watermark off, which is told; several calls have seeds of their own', () => {
  const run = ask({ seed: 7, n: 6 })
  expect(parameters(run)).toMatchObject([
    { seed: 7, addWatermark: false, sampleCount: 4 },
    { seed: 11, addWatermark: false, sampleCount: 2 },
  ])
  expect(told(run)).toEqual(['images/watermark-off /seed', 'images/seed-spread /seed'])
})

test('jpeg and its compression are sent; full quality of png says nothing', () => {
  expect(parameters(ask({ output_format: 'jpeg', output_compression: 40 }))).toMatchObject([
    { outputOptions: { mimeType: 'image/jpeg', compressionQuality: 40 } },
  ])
  expect(parameters(ask({ output_compression: 100 }))).toEqual([{ sampleCount: 1, includeRaiReason: true }])
})

test('a call of :predict reaches the images API as a size, and what that does not know is told', () => {
  const { context } = createTestContext()
  const request = imagenPredict.decodeRequest(
    imagenPredict.parseRequest(
      message({
        instances: [{ prompt: 'p' }],
        parameters: { sampleCount: 2, aspectRatio: '16:9', personGeneration: 'allow_all', language: 'en', safetySetting: 'x' },
        labels: { a: 'b' },
      }),
      context,
    ),
    context,
  )
  const run = lower(openaiImages, { ...request, model: 'gpt-image-2' })
  expect(bodies(run)).toEqual([{ model: 'gpt-image-2', prompt: 'p', n: 2, size: '1536x864' }])
  expect(new Set(told(run))).toEqual(
    new Set([
      'images/people /parameters/personGeneration',
      'images/language /parameters/language',
      'images/foreign-field /parameters/safetySetting',
      'images/foreign-field /labels',
    ]),
  )
})

test('an answer comes back as it was: bytes, links, filtered images, nothing at all', () => {
  for (const body of [
    {
      predictions: [
        { mimeType: 'image/png', bytesBase64Encoded: png, prompt: 'better' },
        { raiFilteredReason: 'no people', safetyAttributes: { scores: [1] } },
        { gcsUri: 'gs://b/x.png', mimeType: 'image/png' },
      ],
    },
    { predictions: [{ bytesBase64Encoded: png }], positivePromptSafetyAttributes: { scores: [0.1] } },
    { predictions: [{ raiFilteredReason: '' }] },
    { predictions: [] },
    {},
  ])
    expect(encode(answer(body))).toEqual({ body, notices: [] })
})

test('a filtered image keeps its reason, in its place; those of which nothing was said are filtered too', () => {
  const request: ImageRequest = { model: 'm', count: 3 }
  const { items } = answer(
    { predictions: [{ raiFilteredReason: 'no people' }, { bytesBase64Encoded: png, mimeType: 'image/png' }] },
    request,
  )
  expect(items).toMatchObject([
    { type: 'failed', code: 'rai_filtered', message: 'no people' },
    { type: 'image', source: { type: 'inline', base64: png, mime: 'image/png' } },
    { type: 'failed', code: 'rai_filtered' },
  ])
  expect(answer({}, request).items.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed'])
})

test('an answer of another family has a type for each image, and says what :predict has no place for', () => {
  expect(
    encode({
      createdAt: 1000,
      model: 'm',
      usage: { input: {}, output: {} },
      items: [
        { type: 'image', source: { type: 'inline', base64: png } },
        { type: 'failed', code: 'IMAGE_SAFETY', message: 'no' },
      ],
    }),
  ).toEqual({
    body: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: png }, { raiFilteredReason: 'no' }] },
    notices: [
      'images/response-created /createdAt',
      'images/response-model /model',
      'images/response-usage /usage',
      'images/response-mime /items/0',
    ],
  })
})

test.each<[string, unknown]>([
  ['/error', { error: { code: 400, message: 'no' } }],
  ['/predictions', { embeddings: [] }],
  ['/predictions/0', { predictions: [{ mimeType: 'image/png' }] }],
  ['/predictions/0/bytesBase64Encoded', { predictions: [{ bytesBase64Encoded: 7 }] }],
  ['', '<html>'],
])('an answer that is none is refused at %s', (at, body) => {
  expect(() => answer(body)).toThrow(expect.objectContaining({ path: at, code: 'wire' }))
})
