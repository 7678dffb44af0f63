import type { Json } from '@interlingua/core'
import { createTestContext, deepFreeze } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { arkImages, openaiImages, type ImageResponse } from '../../src/index.ts'

const reply = (body: unknown, status = 200): { status: number; headers: Record<string, string>; body: unknown } => ({
  status,
  headers: {},
  body,
})

function decode(body: unknown): ImageResponse {
  const { context } = createTestContext()
  return arkImages.decodeResponse(arkImages.parseResponse(reply(deepFreeze(body)), context), context)
}

const answers: Readonly<Record<string, Json>> = {
  'one link': {
    model: 'doubao-seedream-4-5-251128',
    created: 1_757_323_224,
    data: [{ url: 'https://h/a.jpeg?sig=1', size: '1760x2368' }],
    usage: { generated_images: 1, output_tokens: 16_280, total_tokens: 16_280 },
  },
  'bytes, as the newest generation says them': {
    model: 'm',
    created: 1,
    data: [{ b64_json: 'iVBORw0KGgo=', size: '1024x1024', output_format: 'png' }],
    usage: { generated_images: 1, output_tokens: 4096, total_tokens: 5000, input_images: 2, tool_usage: { web_search: 1 } },
  },
  'a group of which one failed': {
    model: 'm',
    created: 1,
    data: [{ url: 'https://h/0.jpeg', size: '2720x1536' }, { error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } }],
    usage: { generated_images: 1, output_tokens: 16_320, total_tokens: 16_320 },
  },
  'a group of which all failed': {
    model: 'm',
    created: 1,
    data: [{ error: { code: 'InternalServiceError', message: 'no', retry: true } }],
  },
  'no time': { model: 'm', data: [{ url: 'https://h/0.jpeg' }] },
  'keys of tomorrow': {
    model: 'm',
    created: 1,
    data: [{ url: 'https://h/0.jpeg', seed: 7, b64_json: '', score: { beauty: 1 } }],
    usage: { generated_images: 1, output_tokens: 9, total_tokens: 3, tool_usage: { web_search: 1, draw: 2 }, cost: 0.2 },
    tools: [{ type: 'web_search' }],
    trace: 't',
  },
}

describe('an answer of Ark', () => {
  test.each(Object.entries(answers))('%s: comes back as it went in, and nothing is said', (_, body) => {
    const { context, notices } = createTestContext()
    expect(arkImages.encodeResponse(decode(body), context)).toEqual({ status: 200, headers: {}, body })
    expect(notices).toEqual([])
  })

  test('sharp edge 20: a group with a failed item is an answer, whose items keep their places', () => {
    const { extensions: _, ...answer } = decode(answers['a group of which one failed'])
    expect(answer).toEqual({
      model: 'm',
      createdAt: 1000,
      at: '',
      items: [
        { type: 'image', source: { type: 'url', url: 'https://h/0.jpeg' }, made: { size: '2720x1536' }, at: '/data/0' },
        { type: 'failed', code: 'OutputImageSensitiveContentDetected', message: 'no', at: '/data/1' },
      ],
      usage: {
        images: 1,
        input: { total: 0 },
        output: { total: 16_320 },
        at: '/usage',
        raw: { generated_images: 1, output_tokens: 16_320, total_tokens: 16_320 },
      },
    })
  })

  test('the tokens of the input are what the total has beside the output', () => {
    expect(decode(answers['bytes, as the newest generation says them']).usage).toMatchObject({
      images: 1,
      input: { total: 904 },
      output: { total: 4096 },
      requests: { 'web-search': 1 },
    })
  })

  test('relays print both keys, one of them empty: the one that says something counts', () => {
    expect(decode({ data: [{ url: 'https://h/0.jpeg', b64_json: '' }] }).items).toMatchObject([
      { source: { type: 'url', url: 'https://h/0.jpeg' } },
    ])
    expect(decode({ data: [{ url: '', b64_json: 'AAAA' }] }).items).toMatchObject([{ source: { type: 'inline', base64: 'AAAA' } }])
  })

  test('what made nothing is no success', () => {
    for (const body of [
      { error: { code: 'OutputImageSensitiveContentDetected', message: 'no' } },
      { model: 'm', created: 1, data: [] },
      { model: 'm', created: 1, data: [{}] },
      { model: 'm', created: 1, data: [{ url: '', b64_json: '' }] },
      { model: 'm', created: 1, data: [null] },
      { model: 'm', created: 1, data: 'x' },
      {},
      null,
      '<html>',
    ])
      expect(() => decode(body)).toThrow(expect.objectContaining({ code: 'wire' }))
  })

  test('more images than anybody asked for hit a limit', () => {
    const data = Array.from({ length: 10_001 }, () => ({ url: 'https://h/0.jpeg' }))
    expect(() => decode({ data })).toThrow(expect.objectContaining({ code: 'limit' }))
  })

  test('is told to a caller of the images endpoint with each failed item in its place', () => {
    const { context, notices } = createTestContext()
    const { body } = openaiImages.encodeResponse(decode(answers['a group of which one failed']), context)
    expect(body).toMatchObject({
      created: 1,
      data: [{ url: 'https://h/0.jpeg' }],
      errors: [{ index: 1, code: 'OutputImageSensitiveContentDetected', message: 'no' }],
    })
    expect(notices.map(({ code }) => code).filter((code) => code === 'images/foreign-field')).toEqual([])
  })

  test('an answer of another family is told with facts of each image, and what has no field is reported', () => {
    const { context, notices } = createTestContext()
    const made: ImageResponse = {
      createdAt: 5000,
      at: '',
      items: [{ type: 'image', source: { type: 'inline', base64: 'AAAA' }, revisedPrompt: 'a red fox', at: '/data/0' }],
      made: { size: '1024x1024', quality: 'high', outputFormat: 'webp' },
      usage: { input: { total: 4 }, output: { total: 6 }, at: '/usage', extensions: { 'openai-images': { rest: { later: 1 } } } },
      extensions: { 'openai-images': { rest: { trace: 't' } } },
    }
    const asked = { request: { model: 'demo', prompt: 'x' } }
    expect(arkImages.encodeResponse(deepFreeze(made), context, asked).body).toEqual({
      model: 'demo',
      created: 5,
      data: [{ b64_json: 'AAAA', size: '1024x1024', output_format: 'webp' }],
      usage: { output_tokens: 6, total_tokens: 10 },
    })
    expect(notices.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual([
      'images/foreign-field /trace',
      'images/foreign-field /usage/later',
      'images/response-made /made',
      'images/response-prompt /data/0/revisedPrompt',
    ])
  })
})

test('an answer whose time nobody told is of now, which is said', () => {
  const { context, notices } = createTestContext()
  const items: ImageResponse['items'] = [{ type: 'image', source: { type: 'url', url: 'https://h/0.png' } }]
  expect(arkImages.encodeResponse({ items }, context).body).toEqual({ created: 1_767_225_600, data: [{ url: 'https://h/0.png' }] })
  expect(notices.map(({ code }) => code)).toEqual(['images/response-time'])
})

describe('a failure of Ark', () => {
  test.each([
    ['AuthenticationError', 401, 'authentication'],
    ['AccountOverdueError', 403, 'billing'],
    ['AccessDenied', 403, 'permission'],
    ['InvalidEndpointOrModel.NotFound', 404, 'not-found'],
    ['InvalidEndpoint.NotFound', 404, 'not-found'],
    ['UnsupportedModel', 404, 'not-found'],
    ['MissingParameter', 400, 'invalid-request'],
    ['InvalidParameter', 400, 'invalid-request'],
    ['InvalidParameter.UnsupportedModel', 400, 'invalid-request'],
    ['RateLimitExceeded.EndpointRPMExceeded', 429, 'rate-limit'],
    ['ModelAccountRpmRateLimitExceeded', 429, 'rate-limit'],
    ['QuotaExceeded', 429, 'rate-limit'],
    ['ServerOverloaded', 429, 'overloaded'],
    ['InternalServiceError', 500, 'server'],
    ['InputTextSensitiveContentDetected', 400, 'policy'],
    ['InputImageSensitiveContentDetected.PrivacyInformation', 400, 'policy'],
    ['OutputImageSensitiveContentDetected', 400, 'policy'],
    ['OutputImageSensitiveContentDetected.PolicyViolation', 200, 'policy'],
  ])('%s with status %d is %s', (word, status, code) => {
    const { context } = createTestContext()
    const body = { error: { code: word, message: 'what it says. Request id: 021', param: 'size', type: 'BadRequest' } }
    const failure = arkImages.decodeFailure(reply(body, status), context)
    expect(failure).toMatchObject({ code, message: 'what it says. Request id: 021', path: '/size' })
    expect(failure.retryable).toBe(['rate-limit', 'overloaded', 'server'].includes(code))
  })

  test.each([
    ['<html>bad gateway</html>', 502, 'server'],
    [undefined, 503, 'overloaded'],
    [null, 404, 'not-found'],
    [{}, 429, 'rate-limit'],
    [[], 500, 'server'],
    [{ error: null }, 400, 'invalid-request'],
    [{ data: [] }, 200, 'malformed-upstream'],
    ['', 200, 'malformed-upstream'],
  ])('%j with status %d is %s', (body, status, code) => {
    const { context } = createTestContext()
    expect(arkImages.decodeFailure(reply(body, status), context)).toMatchObject({ code })
  })
})
