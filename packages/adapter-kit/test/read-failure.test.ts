import { defaultLimits, defaultPolicy, isRetryable, type Context, type FailureCode } from '@interlingua/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFailure } from '../src/index.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const context: Context = {
  onNotice: () => {},
  newId: (prefix) => prefix,
  now: () => now,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}

const read = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  readFailure({ status, headers, body }, 'acme', context)

describe('readFailure', () => {
  test.each<[string, number, unknown, FailureCode, string]>([
    [
      'OpenAI',
      401,
      { error: { message: 'no', type: 'invalid_request_error', param: null, code: 'invalid_api_key' } },
      'authentication',
      'no',
    ],
    ['OpenAI, a type alone', 400, { error: { message: 'no', type: 'insufficient_quota', param: null, code: null } }, 'billing', 'no'],
    [
      'OpenAI, moderation',
      400,
      { error: { message: 'no', type: 'image_generation_user_error', code: 'moderation_blocked' } },
      'policy',
      'no',
    ],
    [
      'OpenAI, too long',
      400,
      { error: { message: "This model's maximum context length is 8192 tokens", type: 'invalid_request_error' } },
      'context-length',
      "This model's maximum context length is 8192 tokens",
    ],
    ['Google', 429, { error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } }, 'rate-limit', 'slow'],
    ['Google, in a list', 403, [{ error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } }], 'permission', 'no'],
    [
      'Google, a reason',
      400,
      {
        error: {
          code: 400,
          message: 'key',
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
        },
      },
      'authentication',
      'key',
    ],
    ['Google, within a success', 200, { error: { code: 503, message: 'later' } }, 'overloaded', 'later'],
    [
      'Ark',
      400,
      { error: { code: 'InputImageSensitiveContentDetected.PrivacyInformation', message: 'no', param: '', type: 'BadRequest' } },
      'policy',
      'no',
    ],
    ['Ark, its rate', 429, { error: { code: 'ModelAccountRpmRateLimitExceeded', message: 'slow' } }, 'rate-limit', 'slow'],
    ['DashScope', 400, { code: 'Arrearage', message: 'pay', request_id: 'r' }, 'billing', 'pay'],
    ['DashScope, within a success', 200, { code: 'DataInspectionFailed', message: 'no' }, 'policy', 'no'],
    ['DashScope, the fault of the caller within a success', 200, { code: 'InvalidParameter', message: 'no' }, 'invalid-request', 'no'],
    ['Google, a word alone within a success', 200, { error: { message: 'no', status: 'INVALID_ARGUMENT' } }, 'invalid-request', 'no'],
    ['a word that nobody knows within a success', 200, { code: 'Whatever', message: 'no' }, 'server', 'no'],
    ['text alone', 502, '<html>bad gateway</html>', 'server', 'the upstream answered with status 502'],
    ['JSON as text', 404, '{"error":{"message":"gone"}}', 'not-found', 'gone'],
    ['an error that is a text', 422, { error: 'unfit' }, 'unprocessable', 'unfit'],
    ['nothing', 400, undefined, 'invalid-request', 'the upstream answered with status 400'],
  ])('%s', (_name, status, body, code, message) => {
    expect(read(status, body)).toMatchObject({ code, message, retryable: isRetryable(code) })
  })

  test('names the field at fault as a pointer', () => {
    expect(read(400, { error: { message: 'no', param: 'images[0].image_url' } }).path).toBe('/images/0/image_url')
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'requests[3].content' }] }]
    expect(read(400, { error: { code: 400, message: 'no', details } }).path).toBe('/requests/3/content')
  })

  test.each<[string, Readonly<Record<string, string>>, unknown, number | undefined]>([
    ['milliseconds', { 'retry-after-ms': '1500.2', 'retry-after': '9' }, {}, 1501],
    ['seconds', { 'retry-after': '2' }, {}, 2000],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, {}, 30_000],
    ['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, {}, 0],
    ['nonsense', { 'retry-after': 'soon' }, {}, undefined],
    ['a negative number', { 'retry-after': '-1' }, {}, undefined],
    [
      'of the document',
      {},
      { error: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.847655010s' }] } },
      848,
    ],
  ])('reads the time to wait: %s', (_name, headers, body, wait) => {
    expect(read(429, body, headers).retryAfterMs).toBe(wait)
  })

  test('is total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (status, body, headers) => {
        const failure = read(status, body, headers)
        expect(failure.message).not.toBe('')
        expect(failure.status === undefined || failure.status === status).toBe(true)
      }),
    )
  })
})

test('what is nested too deeply to be printed leaves the status to speak', () => {
  let nested: unknown = 'no'
  for (let depth = 0; depth < 100_000; depth++) nested = [nested]
  expect(read(503, { error: { message: nested } })).toMatchObject({ code: 'overloaded', message: 'the upstream answered with status 503' })
})
