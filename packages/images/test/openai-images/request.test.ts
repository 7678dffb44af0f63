import type { JsonObject, WireMessage } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiImages, type ImageRequest } from '../../src/index.ts'
import { arbitraryBody, png } from '../arbitrary-request.ts'
import { runs } from '../../../../tools/runs.ts'

function message(body: JsonObject, path = '/v1/images/generations', type = 'application/json'): WireMessage<unknown> {
  return { path, query: {}, headers: { 'content-type': type }, body: deepFreeze(body) }
}

function decode(sent: WireMessage<unknown>): { readonly request: ImageRequest; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const request = openaiImages.decodeRequest(openaiImages.parseRequest(sent, context), context)
  return { request, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

const read = (body: JsonObject, path?: string): ImageRequest => decode(message(body, path)).request
const encode = (request: ImageRequest): WireMessage<JsonObject> =>
  openaiImages.encodeRequest(deepFreeze(request), createTestContext().context)

test('a body with fields of every family, unknown keys and nulls comes back as it was', () => {
  fc.assert(
    fc.property(arbitraryBody, fc.constantFrom('/v1/images/generations', '/v1/images/edits'), (body, path) => {
      const sent = message({ ...body, image: body['image'] ?? png }, path)
      const { request } = decode(sent)
      expect(encode(request)).toEqual(sent)
    }),
    runs(500),
  )
})

test('data URLs are mended: upper-case types, the alphabet of URLs, white space, missing padding, and bare base64', () => {
  const loose = `DATA:Image/PNG;Base64,${png.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}\n`
  for (const image of [loose, png, `data:;base64,${png}`, `data:application/octet-stream;base64,${png}`])
    expect(read({ model: 'm', prompt: 'p', image }).images?.[0]?.source).toEqual({ type: 'inline', mime: 'image/png', base64: png })
})

test('base64 of tens of megabytes is read in one go', () => {
  const large = png.slice(0, 16) + 'A'.repeat(28 * 1024 * 1024)
  const [image] = read({ model: 'm', prompt: 'p', image: `data:image/png;base64,${large}` }).images ?? []
  expect(image?.source.type === 'inline' && image.source.base64.length).toBe(large.length)
})

test('images count in the order image, images, contents, and each knows where it stood', () => {
  const url = (name: string): string => `https://example.com/${name}.png`
  const { images } = read({
    model: 'm',
    prompt: 'p',
    contents: [{ parts: [{ text: 't' }, { image: url('d') }] }],
    images: [{ image_url: url('c') }],
    image: [url('a'), url('b')],
  })
  expect(images?.map(({ source, at }) => [source.type === 'url' && source.url.at(20), at])).toEqual([
    ['a', '/image/0'],
    ['b', '/image/1'],
    ['c', '/images/0'],
    ['d', '/contents/0/parts/1'],
  ])
})

test('an image context becomes prompt and images; that is told only where order or roles said something', () => {
  const simple = decode(message({ model: 'm', contents: [{ role: 'user', parts: [{ image: png }, { text: 'a cat' }] }] }))
  expect([simple.request.prompt, simple.notices]).toEqual(['a cat', []])
  const turns = decode(
    message({
      model: 'm',
      prompt: 'now',
      contents: [
        { role: 'user', parts: [{ text: 'a cat' }] },
        { role: 'model', parts: [{ image: png, x: 1 }] },
      ],
    }),
  )
  expect([turns.request.prompt, turns.notices]).toEqual(['now\na cat', ['images/context /contents']])
})

test('the identifier for safety replaces the user where it says something', () => {
  expect(read({ model: 'm', prompt: 'p', user: 'u', safety_identifier: 's' }).user).toBe('s')
  expect(read({ model: 'm', prompt: 'p', user: 'u', safety_identifier: '' }).user).toBe('u')
})

test('a form has its numbers and booleans as text, files, and one or several images', () => {
  const file = { filename: 'a.png', mime: 'image/png', base64: png }
  const one = message(
    { model: 'm', prompt: 'p', n: '2', stream: 'true', partial_images: '1', image: file },
    '/v1/images/edits',
    'multipart/form-data; boundary=x',
  )
  const { request } = decode(one)
  expect(request).toMatchObject({
    count: 2,
    stream: true,
    partialImages: 1,
    images: [{ source: { type: 'inline', filename: 'a.png' }, at: '/image' }],
  })
  expect(encode(request).body).toEqual(one.body)
  const many = message(
    { model: 'm', prompt: 'p', 'image[]': [file, file], mask: file, 'svg[model]': 'x' },
    '/v1/images/edits',
    'multipart/form-data',
  )
  expect(encode(decode(many).request).body).toEqual(many.body)
})

test('objects may stand in a form as JSON, and come back so', () => {
  const sent = message(
    {
      model: 'm',
      contents: '[{"role":"user","parts":[{"text":"a cat"}]}]',
      input: '{"messages":[{"role":"user","content":[{"text":"a"}]}]}',
      parameters: '{"seed":3,"bbox_list":[[1]]}',
      tools: '[{"type":"web_search"}]',
      image: { filename: 'a.png', mime: 'image/png', base64: png },
    },
    '/v1/images/edits',
    'multipart/form-data',
  )
  const { request } = decode(sent)
  expect(request).toMatchObject({ prompt: 'a cat', tools: ['web-search'], native: { parameters: { seed: 3 } } })
  expect(encode(request).body).toEqual(sent.body)
})

test("text for a number is a form's way alone", () => {
  expect(() => read({ model: 'm', prompt: 'p', n: '2' })).toThrow(expect.objectContaining({ path: '/n', code: 'wire' }))
  const wrong = message(
    { model: 'm', prompt: 'p', n: 'two', image: { filename: 'a', mime: 'image/png', base64: png } },
    '/v1/images/edits',
    'multipart/form-data',
  )
  expect(() => decode(wrong)).toThrow(expect.objectContaining({ path: '/n' }))
})

test('a file whose type says nothing is known by its bytes, and one that is no image is refused', () => {
  const sent = (base64: string): WireMessage<unknown> =>
    message(
      { model: 'm', prompt: 'p', image: { filename: 'a', mime: 'application/octet-stream', base64 } },
      '/v1/images/edits',
      'multipart/form-data',
    )
  expect(decode(sent('/9j/4AAQ')).request.images?.[0]?.source).toMatchObject({ mime: 'image/jpeg' })
  expect(() => decode(sent('AAAA'))).toThrow(expect.objectContaining({ path: '/image' }))
})
