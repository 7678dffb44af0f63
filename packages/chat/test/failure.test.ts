import type { Failure, FailureCode } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chat } from '../src/index.ts'

const { context } = createTestContext()
const read = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Failure =>
  chat.decodeFailure(chat.parseFailure({ status, headers, body }), context)
const error = (fields: object): object => ({ error: { message: 'm', type: null, param: null, code: null, ...fields } })

describe('an error document says what happened', () => {
  test.each<[FailureCode, number, object]>([
    ['invalid-request', 400, error({ type: 'invalid_request_error', code: 'unsupported_parameter' })],
    ['context-length', 400, error({ code: 'context_length_exceeded' })],
    ['context-length', 400, error({ type: 'exceed_context_size_error', code: 400 })],
    ['authentication', 401, error({ type: 'invalid_request_error', code: 'invalid_api_key' })],
    ['authentication', 401, error({ type: 'api_error' })],
    ['permission', 403, error({})],
    ['not-found', 404, error({ code: 'model_not_found' })],
    ['conflict', 409, error({})],
    ['too-large', 413, error({})],
    ['unprocessable', 422, error({ type: 'invalid_request_error' })],
    ['rate-limit', 429, error({ type: 'tokens', code: 'rate_limit_exceeded' })],
    ['billing', 429, error({ type: 'insufficient_quota', code: 'insufficient_quota' })],
    ['overloaded', 429, error({ code: 'slow_down' })],
    ['server', 500, error({ type: 'server_error' })],
    ['overloaded', 503, error({ code: 'server_is_overloaded' })],
    ['timeout', 504, error({})],
    ['server', 520, error({})],
    ['overloaded', 529, { message: 'busy' }],
    ['server', 200, error({ code: 500 })],
    ['rate-limit', 200, error({ code: 429 })],
    ['rate-limit', 200, error({ code: '429' })],
  ])('%s: status %i', (code, status, body) => {
    const failure = read(status, body)
    // An error in a good answer has no status of its own.
    expect([failure.code, failure.status]).toEqual([code, status < 400 ? undefined : status])
  })

  test.each<[string, unknown]>([
    ['HTML', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['no body', undefined],
    ['a number', 7],
    ['null', null],
    ['JSON in a string', '{"error":{"message":"inner","code":null}}'],
    ['a list', [{ error: { message: 'inner' } }]],
    ['a bare string', { error: 'inner' }],
    ['FastAPI', { detail: 'inner' }],
  ])('a body that is %s is legal', (_, body) => {
    const failure = read(502, body)
    expect(failure).toMatchObject({ code: 'server', status: 502, retryable: true })
    expect(failure.message).toMatch(/^inner$|status 502/)
  })

  test('headers tell when to try again and which request it was; param becomes a path', () => {
    expect(read(429, error({ param: 'messages[1].content' }), { 'retry-after-ms': '1500', 'x-request-id': 'r' })).toMatchObject({
      retryAfterMs: 1500,
      requestId: 'r',
      path: '/messages/1/content',
    })
    expect(read(429, error({}), { 'retry-after': '2' }).retryAfterMs).toBe(2000)
  })
})

test('every failure is told in words that decode to the same failure', () => {
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
  for (const code of codes) {
    const reply = chat.encodeFailure({ code, message: 'm', retryable: true, path: '/tools/0' }, context)
    expect(chat.decodeFailure(reply, context)).toMatchObject({ code, message: expect.stringMatching(/m$/), path: '/tools/0' })
  }
})

test('an own document is printed again only while its code fits', () => {
  const failure = read(401, error({ code: 'invalid_api_key' }))
  expect(chat.encodeFailure(failure, context).body).toEqual(error({ code: 'invalid_api_key' }))
  const masked = chat.encodeFailure({ ...failure, code: 'server', status: 502 }, context)
  expect(masked).toMatchObject({ body: { error: { type: 'server_error' } } })
})

test('pitfall 46: an error document under status 200 is a failed answer, and prints as an error', () => {
  const reply = chat.parseResponse({ status: 200, headers: {}, body: error({ message: 'boom', code: 'server_error' }) }, context)
  const response = chat.decodeResponse(reply, context)
  expect(response).toMatchObject({ status: 'failed', failure: { code: 'server', message: 'boom' } })
  expect(chat.encodeResponse(response, context).status).toBeGreaterThanOrEqual(500)
})

describe('how long to wait', () => {
  const wait = (headers: Readonly<Record<string, string>>): number | undefined =>
    read(429, error({ code: 'rate_limit_exceeded' }), headers).retryAfterMs
  const now = context.now()

  test.each<[string, number | undefined, Readonly<Record<string, string>>]>([
    ['milliseconds before seconds', 1500, { 'retry-after-ms': '1500', 'retry-after': '9' }],
    ['seconds', 3000, { 'retry-after': '3' }],
    ['parts of a second', 250, { 'retry-after': '0.25' }],
    ['an HTTP date', 20_000, { 'retry-after': new Date(now + 20_000).toUTCString() }],
    ['a date that has passed', 0, { 'retry-after': new Date(now - 20_000).toUTCString() }],
    ['no number and no date', undefined, { 'retry-after': 'soon' }],
    ['nothing', undefined, { 'retry-after': '', 'retry-after-ms': '' }],
    ['a wait without end', undefined, { 'retry-after': 'Infinity' }],
    ['a negative wait', undefined, { 'retry-after': '-1' }],
  ])('client 1.10: %s', (_, expected, headers) => expect(wait(headers)).toBe(expected))
})
