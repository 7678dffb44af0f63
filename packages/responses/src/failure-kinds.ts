import type { FailureCode } from '@interlingua/core'

interface FailureKind {
  readonly status: number
  readonly type: string
  readonly code: string | null
}

/** How each failure is told: HTTP status, `type` and `code` of the error object. https://platform.openai.com/docs/guides/error-codes */
export const failureKinds = {
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null },
  'context-length': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  precondition: { status: 400, type: 'invalid_request_error', code: 'precondition_failed' },
  authentication: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  permission: { status: 403, type: 'invalid_request_error', code: 'permission_denied' },
  'not-found': { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  conflict: { status: 409, type: 'invalid_request_error', code: 'conflict' },
  'too-large': { status: 413, type: 'invalid_request_error', code: 'string_above_max_length' },
  unprocessable: { status: 422, type: 'invalid_request_error', code: null },
  policy: { status: 400, type: 'invalid_request_error', code: 'invalid_prompt' },
  'rate-limit': { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'service_unavailable_error', code: 'server_is_overloaded' },
  server: { status: 500, type: 'server_error', code: 'server_error' },
  timeout: { status: 504, type: 'server_error', code: 'timeout' },
  cancelled: { status: 499, type: 'server_error', code: 'cancelled' },
  unsupported: { status: 400, type: 'invalid_request_error', code: 'not_supported' },
  'truncated-stream': { status: 502, type: 'server_error', code: 'stream_truncated' },
  limit: { status: 502, type: 'server_error', code: 'limit_exceeded' },
  'malformed-upstream': { status: 502, type: 'server_error', code: 'malformed_upstream' },
} as const satisfies Record<FailureCode, FailureKind>
