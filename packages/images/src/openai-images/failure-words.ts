import type { FailureCode } from '@interlingua/core'

/** How each failure is spelled in an event of a stream: `type` and `code` of the error object. */
export const failureWords = {
  'invalid-request': { type: 'invalid_request_error', code: null },
  'context-length': { type: 'invalid_request_error', code: 'context_length_exceeded' },
  precondition: { type: 'invalid_request_error', code: 'precondition_failed' },
  authentication: { type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { type: 'insufficient_quota', code: 'insufficient_quota' },
  permission: { type: 'invalid_request_error', code: 'permission_denied' },
  'not-found': { type: 'invalid_request_error', code: 'model_not_found' },
  conflict: { type: 'invalid_request_error', code: 'conflict' },
  'too-large': { type: 'invalid_request_error', code: 'string_above_max_length' },
  unprocessable: { type: 'invalid_request_error', code: 'unprocessable' },
  policy: { type: 'image_generation_user_error', code: 'content_policy_violation' },
  'rate-limit': { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  overloaded: { type: 'service_unavailable_error', code: 'server_is_overloaded' },
  server: { type: 'server_error', code: 'server_error' },
  timeout: { type: 'server_error', code: 'timeout' },
  cancelled: { type: 'server_error', code: 'cancelled' },
  unsupported: { type: 'invalid_request_error', code: 'not_supported' },
  'truncated-stream': { type: 'server_error', code: 'stream_truncated' },
  limit: { type: 'server_error', code: 'limit_exceeded' },
  'malformed-upstream': { type: 'server_error', code: 'malformed_upstream' },
} as const satisfies Record<FailureCode, { readonly type: string; readonly code: string | null }>
