import type { FailureCode } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents } from '../src/index.ts'

const { context } = createTestContext()
const decode = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  contents.decodeFailure(contents.parseFailure({ status, headers, body }), context)
const error = (code: number, status: string, message = 'no', details?: readonly object[]): object => ({
  error: { code, message, status, ...(details && { details }) },
})
const detail = (type: string, rest: object): object => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...rest })

describe('what Google says', () => {
  test.each([
    [400, error(400, 'INVALID_ARGUMENT'), 'invalid-request'],
    [400, error(400, 'INVALID_ARGUMENT', 'API key not valid.', [detail('ErrorInfo', { reason: 'API_KEY_INVALID' })]), 'authentication'],
    [
      400,
      error(400, 'INVALID_ARGUMENT', 'The input token count (1300000) exceeds the maximum number of tokens allowed (1048576).'),
      'context-length',
    ],
    [400, error(400, 'FAILED_PRECONDITION'), 'precondition'],
    [401, error(401, 'UNAUTHENTICATED'), 'authentication'],
    [403, error(403, 'PERMISSION_DENIED'), 'permission'],
    [403, error(403, 'PERMISSION_DENIED', 'This API method requires billing to be enabled.'), 'billing'],
    [404, error(404, 'NOT_FOUND'), 'not-found'],
    [409, error(409, 'ABORTED'), 'conflict'],
    [
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details', [
        detail('QuotaFailure', { violations: [{ quotaId: 'PerMinute' }] }),
        detail('RetryInfo', { retryDelay: '3s' }),
      ]),
      'rate-limit',
    ],
    [429, error(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.'), 'billing'],
    [429, error(429, 'RESOURCE_EXHAUSTED', 'no', [detail('QuotaFailure', { violations: [{ subject: 'billing' }] })]), 'billing'],
    [499, error(499, 'CANCELLED'), 'cancelled'],
    [500, error(500, 'INTERNAL'), 'server'],
    [501, error(501, 'UNIMPLEMENTED'), 'unsupported'],
    [503, error(503, 'UNAVAILABLE'), 'overloaded'],
    [504, error(504, 'DEADLINE_EXCEEDED'), 'timeout'],
    [502, '<html>Bad gateway</html>', 'server'],
    [418, undefined, 'invalid-request'],
    [429, [error(429, 'RESOURCE_EXHAUSTED')], 'rate-limit'],
  ] as const)('%i %j is %s', (status, body, code) => {
    expect(decode(status, body)).toMatchObject({ code, status })
  })

  test('a header may name the end of the delay, or its milliseconds', () => {
    const end = new Date(context.now() + 5000).toUTCString()
    expect(decode(503, error(503, 'UNAVAILABLE'), { 'retry-after': end }).retryAfterMs).toBe(5000)
    expect(decode(503, error(503, 'UNAVAILABLE'), { 'retry-after-ms': '250', 'retry-after': '9' }).retryAfterMs).toBe(250)
  })

  test('the delay is in the details, else in the header', () => {
    expect(decode(429, error(429, 'RESOURCE_EXHAUSTED', 'no', [detail('RetryInfo', { retryDelay: '0.847655010s' })])).retryAfterMs).toBe(
      848,
    )
    expect(decode(429, error(429, 'RESOURCE_EXHAUSTED'), { 'retry-after': '2' }).retryAfterMs).toBe(2000)
  })

  test('the field of the first violation is the path', () => {
    const violations = detail('BadRequest', { fieldViolations: [{ field: 'contents[0].parts[1].text', description: 'x' }] })
    expect(decode(400, error(400, 'INVALID_ARGUMENT', 'no', [violations])).path).toBe('/contents/0/parts/1/text')
  })
})

const codes: readonly FailureCode[] = [
  'invalid-request',
  'context-length',
  'precondition',
  'authentication',
  'billing',
  'permission',
  'not-found',
  'conflict',
  'too-large',
  'unprocessable',
  'policy',
  'rate-limit',
  'overloaded',
  'server',
  'timeout',
  'cancelled',
  'unsupported',
  'truncated-stream',
  'limit',
  'malformed-upstream',
]

describe('what a client is told', () => {
  test.each(codes)('%s is told so that it is read again as the same', (code) => {
    const { status, body } = contents.encodeFailure(
      { code, message: 'no', retryable: false, retryAfterMs: 1500, path: '/contents/0/role' },
      context,
    )
    expect(status).toBe(contents.http.status(code))
    expect(body).toMatchObject({ error: { code: status, message: expect.stringMatching(/^contents\[0\]\.role: .*no$/) } })
    expect(decode(status, body)).toMatchObject({ code, retryAfterMs: 1500, path: '/contents/0/role' })
  })

  test('a document of Google is printed again while it fits', () => {
    const body = error(404, 'NOT_FOUND', 'models/x is not found')
    const failure = decode(404, body)
    expect(contents.encodeFailure(failure, context)).toMatchObject({ status: 404, body })
    expect(contents.encodeFailure({ ...failure, code: 'server', status: 502 }, context).body).toMatchObject({
      error: { code: 500, status: 'INTERNAL' },
    })
  })
})

test('a model id that is no legal text still makes a path', () => {
  expect(contents.http.path({ model: 'a\uD800/b:c', stream: true })).toBe('/v1beta/models/a%EF%BF%BD%2Fb%3Ac:streamGenerateContent')
})
