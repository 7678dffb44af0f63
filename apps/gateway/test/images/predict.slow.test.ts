import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { pixel } from './pictures.ts'
import { answerWith, askImages, saidBy } from './scripted.ts'
import { sizeOfImage } from './size-of-image.ts'

interface Predicted {
  readonly predictions?: readonly { readonly mimeType: string; readonly bytesBase64Encoded: string }[]
}

const upstream = await startUpstream()
const { url } = await startGateway({
  demo: true,
  channels: [
    {
      name: 'v',
      format: 'imagen-predict',
      baseUrl: `${upstream.url}/v1beta1/projects/p/locations/l/publishers/google`,
      apiKey: 'token-of-vertex',
      models: ['imagen-4.0-generate-001'],
    },
    { name: 'g', format: 'contents', baseUrl: upstream.url, models: ['gemini-3-pro-image'] },
  ],
})

test('Imagen is asked as it is, at the address of Vertex, and its answer comes back as it is', async () => {
  upstream.answer = answerWith({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: pixel }, { raiFilteredReason: 'Unsafe.' }] })
  const ask = {
    instances: [{ prompt: 'a cat' }],
    parameters: { sampleCount: 2, aspectRatio: '16:9', includeRaiReason: true, safetySetting: 'block_few' },
  }
  for (const version of ['v1', 'v1beta']) {
    const { status, body, headers } = await askImages(`${url}/${version}/models/imagen-4.0-generate-001:predict`, ask)
    expect([status, body]).toEqual([
      200,
      { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: pixel }, { raiFilteredReason: 'Unsafe.' }] },
    ])
    expect(headers.get('interlingua-notices')).toBeNull()
  }
  const seen = upstream.seen.at(-1)
  expect(seen?.url).toBe('/v1beta1/projects/p/locations/l/publishers/google/models/imagen-4.0-generate-001:predict')
  expect(seen?.headers['authorization']).toBe('Bearer token-of-vertex')
  expect(seen && saidBy(seen)).toEqual(ask)
})

test("over a native image model it takes a call for each image, asked for with the model's own fields", async () => {
  upstream.seen.length = 0
  upstream.answer = answerWith({
    candidates: [
      { content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: pixel } }] }, finishReason: 'STOP', index: 0 },
    ],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290, totalTokenCount: 1295 },
  })
  const ask = { instances: [{ prompt: 'a cat' }], parameters: { sampleCount: 3, aspectRatio: '16:9' } }
  const { status, body } = await askImages(`${url}/v1beta/models/gemini-3-pro-image:predict`, ask)
  expect(status).toBe(200)
  expect((body as Predicted).predictions).toHaveLength(3)
  expect(upstream.seen.map(({ url: path }) => path)).toEqual(
    Array.from({ length: 3 }, () => '/v1beta/models/gemini-3-pro-image:generateContent'),
  )
  expect(upstream.seen[0] && saidBy(upstream.seen[0])).toMatchObject({
    generationConfig: { responseModalities: expect.arrayContaining(['IMAGE']) as string[], imageConfig: { aspectRatio: '16:9' } },
  })
})

for (const model of [
  'demo-imagen-predict',
  'demo-contents-image',
  'demo-openai-images',
  'demo-ark-images',
  'demo-dashscope',
  'demo-dashscope-async',
])
  test(`predict over ${model} gives bytes of square images, one where nobody says how many`, async () => {
    for (const parameters of [{ aspectRatio: '1:1' }, { aspectRatio: '1:1', sampleCount: 2 }]) {
      const { status, body } = await askImages(`${url}/v1/models/${model}:predict`, {
        instances: [{ prompt: 'A lighthouse' }],
        parameters,
      })
      expect(status).toBe(200)
      const { predictions = [] } = body as Predicted
      expect(predictions).toHaveLength('sampleCount' in parameters ? 2 : 1)
      for (const { bytesBase64Encoded, mimeType } of predictions) {
        expect(mimeType).toMatch(/^image\//)
        const [width, height] = (await sizeOfImage(Buffer.from(bytesBase64Encoded, 'base64'))).split('x')
        expect(width).toBe(height)
      }
    }
  })

test('what is wrong is told in the words of Google, with the field', async () => {
  for (const [ask, field] of [
    [{}, 'instances'],
    [{ instances: [] }, 'instances'],
    [{ instances: [{}] }, 'prompt'],
    [{ instances: [{ prompt: 'a cat' }], parameters: { sampleCount: 5 } }, 'sampleCount'],
    [{ instances: [{ prompt: 'a cat' }], parameters: { sampleCount: 0 } }, 'sampleCount'],
    [{ instances: [{ prompt: 'a cat' }], parameters: { aspectRatio: 'wide' } }, 'aspectRatio'],
  ] as const) {
    const { status, body } = await askImages(`${url}/v1beta/models/demo-imagen-predict:predict`, ask)
    expect([field, status, body.error]).toMatchObject([field, 400, { code: 400, status: 'INVALID_ARGUMENT' }])
    expect(body.error?.message).toContain(field)
  }
  const { status, body } = await askImages(`${url}/v1beta/models/nothing:predict`, { instances: [{ prompt: 'a cat' }] })
  expect([status, body.error]).toMatchObject([404, { status: 'NOT_FOUND' }])
})
