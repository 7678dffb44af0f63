import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapters } from './carry.ts'

const { context } = createTestContext()
const google = (status: string, message = 'no', details: readonly unknown[] = []): unknown => ({
  error: { code: 400, message, status, details },
})

describe.each(adapters)('failures of $format', ({ decodeFailure, format }) => {
  test.each([
    [400, { error: { message: 'no', type: 'invalid_request_error', param: 'input', code: null } }, 'invalid-request'],
    [400, { error: { message: "This model's maximum context length is 8192 tokens", type: 'invalid_request_error' } }, 'context-length'],
    [401, { error: { message: 'no', type: 'invalid_request_error', code: 'invalid_api_key' } }, 'authentication'],
    [404, { error: { message: 'no', type: 'invalid_request_error', code: 'model_not_found' } }, 'not-found'],
    [429, { error: { message: 'no', type: 'insufficient_quota', code: 'insufficient_quota' } }, 'billing'],
    [429, { error: { message: 'no', type: 'tokens', code: 'rate_limit_exceeded' } }, 'rate-limit'],
    [400, { error: { message: 'no', code: 'content_policy_violation' } }, 'policy'],
    [500, { error: { message: 'no', type: 'server_error' } }, 'server'],
    [503, { detail: 'loading' }, 'overloaded'],
    [422, { object: 'error', message: 'no', type: 'BadRequestError' }, 'unprocessable'],
    [400, google('INVALID_ARGUMENT'), 'invalid-request'],
    [
      400,
      google('INVALID_ARGUMENT', 'no', [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]),
      'authentication',
    ],
    [403, google('PERMISSION_DENIED'), 'permission'],
    [404, google('NOT_FOUND'), 'not-found'],
    [429, google('RESOURCE_EXHAUSTED'), 'rate-limit'],
    [503, google('UNAVAILABLE'), 'overloaded'],
    [504, [google('DEADLINE_EXCEEDED')], 'timeout'],
    [502, '<html>Bad Gateway</html>', 'server'],
    [418, undefined, 'invalid-request'],
    [200, { error: { message: 'no' } }, 'server'],
  ])('%i %o is %s', (status, body, code) => {
    expect(decodeFailure({ status, headers: {}, body }, context)).toMatchObject({ code })
  })

  test('say when to try again, what is at fault, and who to ask', () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.847655010s' },
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'requests[0].content' }] },
    ]
    const failure = decodeFailure(
      { status: 429, headers: { 'x-request-id': 'r' }, body: google('RESOURCE_EXHAUSTED', 'slow', details) },
      context,
    )
    expect(failure).toMatchObject({
      message: 'slow',
      retryable: true,
      retryAfterMs: 848,
      path: '/requests/0/content',
      requestId: 'r',
      raw: { format },
    })
    const after = (headers: Record<string, string>): number | undefined =>
      decodeFailure({ status: 429, headers, body: {} }, context).retryAfterMs
    expect(after({ 'retry-after': '2' })).toBe(2000)
    expect(after({ 'retry-after-ms': '150', 'retry-after': '2' })).toBe(150)
    expect(after({ 'retry-after': new Date(context.now() + 5000).toUTCString() })).toBe(5000)
    expect(after({ 'retry-after': 'soon' })).toBeUndefined()
  })

  test('are read from anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 100, max: 599 }), (body, status) => {
        expect(decodeFailure({ status, headers: {}, body }, context).message).not.toBe('')
      }),
    )
  })
})
