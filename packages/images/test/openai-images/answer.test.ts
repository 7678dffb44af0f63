import type { JsonObject } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arkImages,
  dashscope,
  failureOfItems,
  joinResponses,
  openaiImages,
  type ImageRequest,
  type ImageResponse,
} from '../../src/index.ts'
import { png } from '../arbitrary-request.ts'
import { runs } from '../../../../tools/runs.ts'

function decode(body: unknown): ImageResponse {
  const { context } = createTestContext()
  return openaiImages.decodeResponse(openaiImages.parseResponse({ status: 200, headers: {}, body: deepFreeze(body) }, context), context)
}

function encode(response: ImageResponse, request?: ImageRequest): { readonly body: JsonObject; readonly notices: readonly string[] } {
  const { context, notices } = createTestContext()
  const { body } = openaiImages.encodeResponse(deepFreeze(response), context, request && { request })
  return { body, notices: notices.map(({ code, path }) => `${code} ${path}`) }
}

const count = fc.nat({ max: 100_000 })
const arbitraryAnswer = fc.record(
  {
    created: count,
    data: fc.array(
      fc.oneof(
        fc.record(
          {
            b64_json: fc.constant(png),
            revised_prompt: fc.string({ minLength: 1 }),
            mime_type: fc.constant('image/png'),
            x: fc.jsonValue(),
          },
          { requiredKeys: ['b64_json'] },
        ),
        fc.record({ url: fc.webUrl(), size: fc.constant('1024x1024'), media_type: fc.constant('image/jpeg') }, { requiredKeys: ['url'] }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    background: fc.constantFrom('opaque', 'transparent'),
    output_format: fc.constantFrom('png', 'webp'),
    quality: fc.constantFrom('low', 'high'),
    size: fc.constantFrom('1024x1024', 'auto'),
    safety_identifier: fc.option(fc.string(), { nil: null }),
    usage: fc.oneof(
      fc.record(
        {
          input_tokens: count,
          output_tokens: count,
          total_tokens: count,
          input_tokens_details: fc.record(
            { text_tokens: count, image_tokens: count, cached_tokens: count },
            { requiredKeys: ['text_tokens'] },
          ),
          output_tokens_details: fc.record({ text_tokens: count, image_tokens: count }),
          svg: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count, cost: count }),
      fc.record({ generated_images: count, output_tokens: count, total_tokens: count }),
      fc.record({ image_count: count, width: count }),
    ),
  },
  { requiredKeys: ['data'] },
)

test('an answer with whatever a compatible server adds comes back as it was', () => {
  fc.assert(
    fc.property(arbitraryAnswer, (body) => {
      expect(encode(decode(body)).body).toEqual(body)
    }),
    runs(500),
  )
})

test('an item has exactly one of url and base64, also where a server writes both and leaves one empty', () => {
  const { body } = encode(
    decode({
      created: 1,
      data: [
        { url: '', b64_json: png },
        { url: 'https://h/a.png', b64_json: null },
      ],
    }),
  )
  expect(body['data']).toEqual([{ b64_json: png }, { url: 'https://h/a.png' }])
  const foreign = encode({ items: [{ type: 'image', source: { type: 'url', url: 'https://h/a.png' } }], createdAt: 1000 })
  expect(foreign.body).toEqual({ created: 1, data: [{ url: 'https://h/a.png' }] })
})

test('what failed is not in data but in errors, at its place among all, and comes back to it', () => {
  const answer = decode({
    created: 1,
    data: [{ error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } }, { b64_json: png }],
  })
  const { body } = encode(answer)
  expect(body).toEqual({
    created: 1,
    data: [{ b64_json: png }],
    errors: [{ index: 0, code: 'OutputImageSensitiveContentDetected', message: 'no' }],
  })
  expect(decode(body).items.map(({ type }) => type)).toEqual(['failed', 'image'])
  expect(encode(decode(body)).body).toEqual(body)
})

test('a group of Seedream of which one was refused keeps the others, its reason and its count of images', () => {
  const { context } = createTestContext()
  const reply = {
    status: 200,
    headers: {},
    body: {
      model: 'm',
      created: 1,
      data: [{ url: 'https://h/0.jpeg', size: '2720x1536' }, { error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } }],
      usage: { generated_images: 1, output_tokens: 16_320, total_tokens: 16_320 },
    },
  }
  const { body } = encode(arkImages.decodeResponse(arkImages.parseResponse(reply, context), context))
  expect(body).toEqual({
    created: 1,
    data: [{ url: 'https://h/0.jpeg', size: '2720x1536' }],
    errors: [{ index: 1, code: 'OutputImageSensitiveContentDetected', message: 'no' }],
    usage: { generated_images: 1, input_tokens: 0, output_tokens: 16_320, total_tokens: 16_320 },
  })
})

test('an answer of DashScope counts its images', () => {
  const { context } = createTestContext()
  const reply = {
    status: 200,
    headers: {},
    body: {
      output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: 'https://h/a.png' }] } }] },
      usage: { image_count: 1, width: 1328, height: 1328 },
      request_id: 'r',
    },
  }
  const { body } = encode(dashscope.decodeResponse(dashscope.parseResponse(reply, context), context))
  expect(body).toMatchObject({ data: [{ url: 'https://h/a.png' }], usage: { image_count: 1 } })
})

test('images that are not as the caller asked for them are told', () => {
  const request: ImageRequest = { model: 'm', delivery: 'url' }
  const inline: ImageResponse = { items: [{ type: 'image', source: { type: 'inline', base64: png } }], createdAt: 1000 }
  expect(encode(inline, request).notices).toEqual(['images/url-delivery /items/0'])
  expect(encode(inline, { ...request, delivery: 'base64' }).notices).toEqual([])
  const linked: ImageResponse = {
    items: [{ type: 'image', source: { type: 'url', url: 'https://h/a.png' }, at: '/data/0' }],
    createdAt: 1000,
  }
  expect(encode(linked, { ...request, delivery: 'base64' }).notices).toEqual(['images/inline-delivery /data/0'])
})

test('a time that nobody told is now, and that is told', () => {
  expect(encode({ items: [{ type: 'image', source: { type: 'inline', base64: png } }] })).toEqual({
    body: { created: 1_767_225_600, data: [{ b64_json: png }] },
    notices: ['images/response-time '],
  })
})

test.each<[string, unknown, string]>([
  ['an error under 200', { error: { message: 'no' } }, '/error'],
  ['no data', { created: 1 }, '/data'],
  ['empty data', { created: 1, data: [] }, '/data'],
  ['an item without an image', { data: [{ b64_json: png }, { revised_prompt: 'a' }] }, '/data/1'],
  ['an item with an empty image', { data: [{ url: '', b64_json: '' }] }, '/data/0'],
  ['a number for base64', { data: [{ b64_json: 7 }] }, '/data/0/b64_json'],
  ['text', '<html>', ''],
  ['null', null, ''],
])('%s is no answer', (_, body, path) => {
  expect(() => decode(body)).toThrow(expect.objectContaining({ path, code: 'wire' }))
})

test('several answers are one: items in order, usage added up where all told it', () => {
  const one: ImageResponse = {
    items: [{ type: 'image', source: { type: 'inline', base64: 'a' } }],
    usage: { input: { total: 1 }, output: { total: 2, byModality: { image: 2 } } },
    createdAt: 5,
  }
  const failed: ImageResponse = { items: [{ type: 'failed', code: 'IMAGE_SAFETY', message: 'no' }] }
  expect(joinResponses([one, failed, one])).toEqual({
    items: [...one.items, ...failed.items, ...one.items],
    usage: { input: { total: 2 }, output: { total: 4, byModality: { image: 4 } } },
    createdAt: 5,
  })
  const extended = (rest: JsonObject): ImageResponse => ({ items: one.items, extensions: { f: { rest, hint: { told: 1 } } } })
  expect(joinResponses([extended({ a: 1 }), extended({ a: 2, b: 3 })]).extensions).toEqual({ f: { rest: { a: 1, b: 3 } } })
  const untold: ImageResponse = { items: one.items }
  expect(joinResponses([one, untold]).usage).toBeUndefined()
  expect(joinResponses([])).toEqual({ items: [] })
})

test.each([
  ['IMAGE_SAFETY', 'policy'],
  ['rai_filtered', 'policy'],
  ['DataInspectionFailed', 'policy'],
  ['OutputImageSensitiveContentDetected', 'policy'],
  ['moderation_blocked', 'policy'],
  ['NO_IMAGE', 'server'],
  ['InternalError.Timeout', 'timeout'],
])('where nothing was made, the word %s makes the failure one of %s', (word, code) => {
  expect(failureOfItems([{ type: 'failed', code: word, message: 'no' }])).toMatchObject({ code, message: 'no' })
  expect(
    failureOfItems([
      { type: 'failed', code: word, message: 'no' },
      { type: 'image', source: { type: 'inline', base64: 'a' } },
    ]),
  ).toBeUndefined()
})
