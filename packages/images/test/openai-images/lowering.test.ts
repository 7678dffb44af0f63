import type { Json, JsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { imagesProfiles, openaiImages } from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'
import { bodies, lower, translate, type Run } from '../silent-losses.ts'

const dataUrl = `data:image/png;base64,${png}`

const ask = (body: JsonObject, dialect?: JsonObject): Run =>
  translate(openaiImages, { model: 'gpt-image-2.5-flare', prompt: 'p', ...body }, dialect)
const told = ({ notices }: Run): readonly string[] => notices.map(({ code, path }) => `${code} ${path}`)
const first = (run: Run): Json => bodies(run)[0] ?? null

test('a request for the model itself goes out as it came', () => {
  const body = {
    model: 'gpt-image-2.5-flare',
    prompt: 'p',
    n: 3,
    size: '1536x1024',
    quality: 'xhigh',
    background: 'transparent',
    output_format: 'webp',
    output_compression: 80,
    moderation: 'low',
    user: 'u',
    complexity: 'high',
    stream: true,
    partial_images: 2,
  }
  const run = ask(body)
  expect(run.calls).toMatchObject([{ path: '/v1/images/generations', headers: { 'content-type': 'application/json' }, body }])
  expect(Object.keys(first(run) as JsonObject)).toHaveLength(Object.keys(body).length)
  expect(told(run)).toEqual([])
})

test.each([
  ['gpt-image-1-mini', '1024x1536', true],
  ['gpt-image-1-mini', '1024x1024', true],
  ['gpt-image-1-mini', '1536x864', false],
  ['gpt-image-1', '2048x2048', false],
  ['gpt-image-1.5', '1536x864', false],
  ['gpt-image-2', '1536x864', true],
  ['gpt-image-2', '1536x512', true],
  ['gpt-image-2', '1552x512', false],
  ['gpt-image-2', '3840x2160', true],
  ['gpt-image-2', '3856x2160', false],
  ['gpt-image-2', '1000x1000', false],
  ['dall-e-2', '256x256', true],
  ['dall-e-2', '1024x1792', false],
  ['dall-e-3', '1024x1792', true],
  ['some-model', '1000x1000', true],
  ['gpt-image-2', '2K', false],
  ['some-model', '2K', false],
  ['gpt-image-1', 'auto', true],
])('%s asked for %s: %s', (model, size, taken) => {
  if (taken) expect(first(ask({ model, size }))).toMatchObject({ size })
  else expect(() => ask({ model, size })).toThrow(expect.objectContaining({ path: '/size', code: 'wire' }))
})

test.each([
  ['gpt-image-2', '16:9', undefined, '1536x864'],
  ['gpt-image-2', '21:9', undefined, '1792x768'],
  ['gpt-image-2', '1:1', '2K', '2048x2048'],
  ['gpt-image-1', '3:2', undefined, '1536x1024'],
  ['gpt-image-1', '16:9', undefined, undefined],
  ['gpt-image-2', '4:1', undefined, undefined],
  ['gpt-image-2', '1:1', '4K', undefined],
])('%s asked for the shape %s at %s makes %s', (model, ratio, size, made) => {
  const body = { model, aspect_ratio: ratio, ...(size !== undefined && { size }) }
  if (made !== undefined) expect(first(ask(body))).toMatchObject({ size: made })
  else expect(() => ask(body)).toThrow(expect.objectContaining({ path: size === undefined ? '/aspect_ratio' : '/size', code: 'wire' }))
  if (made !== undefined) expect(first(ask(body))).not.toHaveProperty('aspect_ratio')
})

test('a size and a ratio that contradict each other are refused at the ratio', () => {
  expect(() => ask({ size: '1024x1024', aspect_ratio: '16:9' })).toThrow(expect.objectContaining({ path: '/aspect_ratio' }))
  expect(first(ask({ size: '1536x864', aspect_ratio: '16:9' }))).toMatchObject({ size: '1536x864' })
})

test("response_format is sent only to models that take it; the others' delivery is seen to by whoever serves the caller", () => {
  expect(first(ask({ response_format: 'url' }))).not.toHaveProperty('response_format')
  expect(first(ask({ model: 'dall-e-3', response_format: 'url' }))).toMatchObject({ response_format: 'url' })
  expect(first(ask({ model: 'grok-imagine-image', response_format: 'b64_json' }))).toMatchObject({ response_format: 'b64_json' })
  expect(first(ask({ response_format: 'url' }, { responseFormat: true }))).toMatchObject({ response_format: 'url' })
  expect(first(ask({ model: 'dall-e-3', response_format: 'url' }, { responseFormat: false }))).not.toHaveProperty('response_format')
})

test.each([
  ['gpt-image-1.5', 'high', 'high', []],
  ['gpt-image-1.5', 'low', 'low', []],
  ['gpt-image-1.5', 'medium', undefined, ['images/fidelity-default /input_fidelity']],
  ['gpt-image-1.5', 'auto', undefined, ['images/fidelity-default /input_fidelity']],
  ['gpt-image-1-mini', 'low', 'low', []],
  ['gpt-image-1-mini', 'high', undefined, ['images/fidelity /input_fidelity']],
  ['gpt-image-2', 'high', undefined, ['images/fidelity /input_fidelity']],
])('%s asked to keep to its input: %s is sent as %s', (model, fidelity, sent, notices) => {
  const run = ask({ model, image: dataUrl, input_fidelity: fidelity })
  expect((first(run) as JsonObject)['input_fidelity']).toBe(sent)
  expect(told(run)).toEqual(notices)
})

test('fidelity without an image is told, and not sent', () => {
  const run = ask({ input_fidelity: 'high' })
  expect([first(run), told(run)]).toEqual([{ model: 'gpt-image-2.5-flare', prompt: 'p' }, ['images/fidelity /input_fidelity']])
})

test('an image makes it an edit, by default as a form whose values are text: one is image, several are image[]', () => {
  const file = { filename: 'image.png', mime: 'image/png', base64: png }
  const [one] = ask({ image: dataUrl, mask: dataUrl, n: 2, stream: true, svg: { model: 'x', reasoning: { effort: 'low' } } }).calls
  expect(one).toEqual({
    path: '/v1/images/edits',
    query: {},
    headers: { 'content-type': 'multipart/form-data' },
    body: {
      model: 'gpt-image-2.5-flare',
      prompt: 'p',
      image: file,
      mask: file,
      n: '2',
      stream: 'true',
      'svg[model]': 'x',
      'svg[reasoning][effort]': 'low',
    },
  })
  expect(ask({ images: [dataUrl, { image_url: dataUrl }] }).calls[0]?.body).toMatchObject({ 'image[]': [file, file] })
})

test('a profile may ask for edits in JSON; so go ids of files, which a form has no place for', () => {
  const json = { path: '/v1/images/edits', headers: { 'content-type': 'application/json' } }
  expect(ask({ image: png }, { edits: 'json' }).calls[0]).toMatchObject({ ...json, body: { images: [{ image_url: dataUrl }] } })
  expect(ask({ images: [{ file_id: 'file-1' }], mask: { file_id: 'file-2' } }).calls[0]).toMatchObject({
    ...json,
    body: { images: [{ file_id: 'file-1' }], mask: { file_id: 'file-2' } },
  })
})

test("xAI's edits are sent as its own clients send them", () => {
  const { xai } = imagesProfiles
  expect(
    ask({ model: 'grok-imagine-image-quality', images: [png, png], response_format: 'b64_json', aspect_ratio: '16:9' }, xai).calls[0],
  ).toMatchObject({
    path: '/v1/images/edits',
    headers: { 'content-type': 'application/json' },
    body: {
      model: 'grok-imagine-image-quality',
      images: [
        { type: 'image_url', url: dataUrl },
        { type: 'image_url', url: dataUrl },
      ],
      response_format: 'b64_json',
      aspect_ratio: '16:9',
    },
  })
})

test('a model that makes one image a call is called for each', () => {
  expect(bodies(ask({ model: 'dall-e-3', n: 3 }))).toEqual(Array.from({ length: 3 }, () => ({ model: 'dall-e-3', prompt: 'p', n: 1 })))
  expect(bodies(ask({ n: 10 }, { perCall: 4 }))).toMatchObject([{ n: 4 }, { n: 4 }, { n: 2 }])
})

test("what only other families know is told at the caller's field, and not sent", () => {
  const run = ask({
    seed: 1,
    watermark: false,
    guidance_scale: 2,
    negative_prompt: 'x',
    sequential_image_generation: 'auto',
    optimize_prompt_options: { mode: 'fast' },
  })
  expect(first(run)).toEqual({ model: 'gpt-image-2.5-flare', prompt: 'p' })
  expect(new Set(told(run))).toEqual(
    new Set([
      'images/seed /seed',
      'images/negative-prompt /negative_prompt',
      'images/guidance /guidance_scale',
      'images/watermark /watermark',
      'images/prompt-rewrite /optimize_prompt_options',
      'images/sequence /sequential_image_generation',
    ]),
  )
})

test('a compatible server is sent what its profile says that it takes', () => {
  const run = ask({ seed: 1, aspect_ratio: '16:9', watermark: true }, { takes: ['seed', 'aspectRatio'] })
  expect([first(run), told(run)]).toEqual([
    { model: 'gpt-image-2.5-flare', prompt: 'p', seed: 1, aspect_ratio: '16:9' },
    ['images/watermark /watermark'],
  ])
})

test("DashScope's own input and parameters are said in OpenAI's words, or told", () => {
  const run = ask({
    prompt: null,
    input: { messages: [{ role: 'user', content: [{ image: dataUrl }, { text: 'a cat' }] }] },
    parameters: { size: '1024*1024', n: 2, seed: 4, thinking_mode: true },
  })
  expect(run.calls[0]).toMatchObject({ path: '/v1/images/edits', body: { prompt: 'a cat', size: '1024x1024', n: '2' } })
  expect(told(run)).toEqual(['images/native-parameter /parameters/thinking_mode', 'images/seed /parameters/seed'])
  expect(() => ask({ model: 'gpt-image-1', parameters: { size: '1000*1000' } })).toThrow(
    expect.objectContaining({ path: '/parameters/size' }),
  )
})

test('parameters that contradict the request itself are told', () => {
  expect(told(ask({ size: '1024x1024', parameters: { size: '1024*1024', n: 1 } }))).toEqual([])
  expect(told(ask({ size: '1024x1024', parameters: { size: '1536*1024' } }))).toEqual(['images/native-parameter /parameters/size'])
})

test('a request without a prompt is refused', () => {
  expect(() => lower(openaiImages, { model: 'm' })).toThrow(expect.objectContaining({ path: '/prompt' }))
})

test('an illegal profile is refused', () => {
  expect(() => ask({}, { perCall: 0 })).toThrow(expect.objectContaining({ code: 'wire' }))
  expect(() => ask({}, { takes: ['everything'] })).toThrow(expect.objectContaining({ code: 'wire' }))
})
