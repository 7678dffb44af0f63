import { isJsonObject, isRetryable, parseRetryAfter } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'
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

/** Decodes an error response of an upstream. https://platform.claude.com/docs/en/api/errors */
export function decodeFailure(reply: WireReply<WireFailure | undefined>, context: Context): Failure {
  const { status, headers, body } = reply
  const error = isJsonObject(body?.error) ? body.error : {}
  const message = typeof error.message === 'string' && error.message !== '' ? error.message : `the provider answered with status ${status}`
  const code = codeOf(error.type, message, status)
  // A conflict is worth another call for this vendor, whose own SDKs make it.
  const failure: Draft<Failure> = { code, message, retryable: code === 'conflict' || isRetryable(code) }
  if (status !== 200) failure.status = status
  const wait = parseRetryAfter(headers, context)
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
  return codeFromStatus(status) ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}
