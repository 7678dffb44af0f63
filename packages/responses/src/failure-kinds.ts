import type { FailureCode } from '@interlingua/core'

interface FailureKind {
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly retryable: boolean
}

/** How each failure is told: HTTP status, `type` and `code` of the error object. https://platform.openai.com/docs/guides/error-codes */
export const failureKinds = {
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null, retryable: false },
  'context-length': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded', retryable: false },
  precondition: { status: 400, type: 'invalid_request_error', code: 'precondition_failed', retryable: false },
  authentication: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key', retryable: false },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota', retryable: false },
  permission: { status: 403, type: 'invalid_request_error', code: 'permission_denied', retryable: false },
  'not-found': { status: 404, type: 'invalid_request_error', code: 'model_not_found', retryable: false },
  conflict: { status: 409, type: 'invalid_request_error', code: 'conflict', retryable: false },
  'too-large': { status: 413, type: 'invalid_request_error', code: 'string_above_max_length', retryable: false },
  unprocessable: { status: 422, type: 'invalid_request_error', code: null, retryable: false },
  policy: { status: 400, type: 'invalid_request_error', code: 'invalid_prompt', retryable: false },
  'rate-limit': { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', retryable: true },
  overloaded: { status: 503, type: 'service_unavailable_error', code: 'server_is_overloaded', retryable: true },
  server: { status: 500, type: 'server_error', code: 'server_error', retryable: true },
  timeout: { status: 504, type: 'server_error', code: 'timeout', retryable: true },
  cancelled: { status: 499, type: 'server_error', code: 'cancelled', retryable: false },
  unsupported: { status: 400, type: 'invalid_request_error', code: 'not_supported', retryable: false },
  'truncated-stream': { status: 502, type: 'server_error', code: 'stream_truncated', retryable: true },
  limit: { status: 502, type: 'server_error', code: 'limit_exceeded', retryable: true },
  'malformed-upstream': { status: 502, type: 'server_error', code: 'malformed_upstream', retryable: true },
} as const satisfies Record<FailureCode, FailureKind>
