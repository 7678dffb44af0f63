import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geminiImage, imagenPredict, openaiImages } from '../../src/index.ts'

const adapters = [openaiImages, imagenPredict, geminiImage]

function decode(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ReturnType<typeof openaiImages.decodeFailure> {
  return openaiImages.decodeFailure({ status, headers, body }, createTestContext().context)
}

test.each<[string, number, unknown, string]>([
  ['moderation', 400, { error: { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'm' } }, 'policy'],
  ['content policy', 400, { error: { code: 'content_policy_violation', message: 'm' } }, 'policy'],
  ["Ark's sensitive content", 400, { error: { code: 'InputTextSensitiveContentDetected', message: 'm' } }, 'policy'],
  ["DashScope's inspection, flat and under 200", 200, { code: 'DataInspectionFailed', message: 'm', request_id: 'r' }, 'policy'],
  ['a bad key', 401, { error: { code: 'invalid_api_key', message: 'm' } }, 'authentication'],
  ['no credit', 429, { error: { code: 'insufficient_quota', message: 'm' } }, 'billing'],
  ["DashScope's arrears", 400, { code: 'Arrearage', message: 'm' }, 'billing'],
  ['too many calls', 429, { error: { message: 'm' } }, 'rate-limit'],
  ["DashScope's throttle", 429, { code: 'Throttling.RateQuota', message: 'm' }, 'rate-limit'],
  ["Google's status word", 400, { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'm' } }, 'invalid-request'],
  ["Google's quota", 429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm' } }, 'rate-limit'],
  ['a list of one', 503, [{ error: { code: 503, status: 'UNAVAILABLE', message: 'm' } }], 'overloaded'],
  ['an unknown model', 404, { error: { code: 'model_not_found', message: 'm' } }, 'not-found'],
  ['a code in a body of status 200', 200, { error: { code: 503, message: 'm' } }, 'overloaded'],
])('%s', (_, status, body, code) => {
  expect(decode(status, body)).toMatchObject({ code, message: 'm' })
})

test('the field, the time to wait and the id of the request are kept', () => {
  expect(
    decode(429, { error: { message: 'm', param: 'images[0].image_url' } }, { 'retry-after': '3', 'x-request-id': 'r1' }),
  ).toMatchObject({ path: '/images/0/image_url', retryAfterMs: 3000, requestId: 'r1', retryable: true, status: 429 })
  expect(decode(429, {}, { 'retry-after-ms': '250', 'retry-after': '9' }).retryAfterMs).toBe(250)
  expect(decode(503, {}, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }).retryAfterMs).toBe(7000)
})

test('a page of HTML is a failure whose status speaks', () => {
  expect(decode(502, '<html>')).toEqual({ code: 'server', message: 'the upstream answered with status 502', retryable: true, status: 502 })
})

test.each(adapters)('$format: no body, no status and no header breaks the reading of a failure', (adapter) => {
  fc.assert(
    fc.property(fc.anything(), fc.integer({ min: 100, max: 599 }), fc.string(), (body, status, wait) => {
      const failure = adapter.decodeFailure({ status, headers: { 'retry-after': wait }, body }, createTestContext().context)
      expect(typeof failure.message).toBe('string')
      expect(failure.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
