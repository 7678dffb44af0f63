import { isJsonObject } from '@interlingua/core'
import type { Context, Failure, FailureCode, WireReply } from '@interlingua/core'
import type { Draft } from './extension.ts'
import type { WireFailure } from './wire/wire-response.ts'

const codes: Readonly<Record<string, FailureCode>> = {
  invalid_request_error: 'invalid-request',
  authentication_error: 'authentication',
  billing_error: 'billing',
  permission_error: 'permission',
  not_found_error: 'not-found',
  conflict_error: 'conflict',
  request_too_large: 'too-large',
  rate_limit_error: 'rate-limit',
  api_error: 'server',
  timeout_error: 'timeout',
  overloaded_error: 'overloaded',
}

const statuses: Readonly<Record<number, FailureCode>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'billing',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  422: 'unprocessable',
  429: 'rate-limit',
  499: 'cancelled',
  501: 'unsupported',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

const retryable: ReadonlySet<FailureCode> = new Set(['conflict', 'rate-limit', 'overloaded', 'server', 'timeout'])

/** An error answer of an upstream. https://platform.claude.com/docs/en/api/errors */
export function decodeFailure(reply: WireReply<WireFailure | undefined>, context: Context): Failure {
  const { status, headers, body } = reply
  const error = isJsonObject(body?.error) ? body.error : {}
  const message = typeof error.message === 'string' && error.message !== '' ? error.message : `the provider answered with status ${status}`
  const code = codeOf(error.type, message, status)
  const failure: Draft<Failure> = { code, message, retryable: retryable.has(code) }
  if (status !== 200) failure.status = status
  const wait = retryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const requestId = headers['request-id'] ?? body?.request_id
  if (typeof requestId === 'string') failure.requestId = requestId
  if (body !== undefined) failure.raw = { format: 'messages', wire: body }
  if (isJsonObject(error.details)) failure.extensions = { messages: { rest: { details: error.details } } }
  return failure
}

function codeOf(type: unknown, message: string, status: number): FailureCode {
  const named = typeof type === 'string' && Object.hasOwn(codes, type) ? codes[type] : undefined
  if (named === 'invalid-request') {
    if (/prompt is too long|exceed(s|ed)? (the )?context (limit|window)/i.test(message)) return 'context-length'
    return status === 413 ? 'too-large' : 'invalid-request'
  }
  if (named !== undefined) return named
  return statuses[status] ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}

/** Seconds or an HTTP date; `retry-after-ms` is finer. */
function retryAfter(headers: Readonly<Record<string, string>>, context: Context): number | undefined {
  const fine = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] !== undefined && fine >= 0) return fine
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const seconds = Number(value)
  if (value.trim() !== '' && seconds >= 0) return seconds * 1000
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - context.now())
}
