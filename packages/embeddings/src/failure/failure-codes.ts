import type { FailureCode } from '@interlingua/core'

/** `error.code` of OpenAI and compatible servers. https://platform.openai.com/docs/guides/error-codes */
export const byCode: Readonly<Record<string, FailureCode>> = {
  context_length_exceeded: 'context-length',
  string_above_max_length: 'too-large',
  invalid_api_key: 'authentication',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  model_not_found: 'not-found',
  rate_limit_exceeded: 'rate-limit',
  slow_down: 'overloaded',
  server_is_overloaded: 'overloaded',
  server_error: 'server',
  content_policy_violation: 'policy',
  content_filter: 'policy',
  moderation_blocked: 'policy',
  DataInspectionFailed: 'policy',
  precondition_failed: 'precondition',
  conflict: 'conflict',
  timeout: 'timeout',
  cancelled: 'cancelled',
  not_supported: 'unsupported',
  permission_denied: 'permission',
  limit_exceeded: 'limit',
  malformed_upstream: 'malformed-upstream',
}

/** `error.type` of OpenAI and compatible servers. */
export const byType: Readonly<Record<string, FailureCode>> = {
  insufficient_quota: 'billing',
  authentication_error: 'authentication',
  permission_error: 'permission',
  rate_limit_error: 'rate-limit',
  tokens: 'rate-limit',
  requests: 'rate-limit',
  server_error: 'server',
  internal_server_error: 'server',
  service_unavailable_error: 'overloaded',
  overloaded_error: 'overloaded',
  not_found_error: 'not-found',
  timeout_error: 'timeout',
}

/** `error.status` of Google: codes of google.rpc. https://cloud.google.com/apis/design/errors#handling_errors */
export const byStatusWord: Readonly<Record<string, FailureCode>> = {
  INVALID_ARGUMENT: 'invalid-request',
  OUT_OF_RANGE: 'invalid-request',
  FAILED_PRECONDITION: 'precondition',
  UNAUTHENTICATED: 'authentication',
  PERMISSION_DENIED: 'permission',
  NOT_FOUND: 'not-found',
  ABORTED: 'conflict',
  ALREADY_EXISTS: 'conflict',
  RESOURCE_EXHAUSTED: 'rate-limit',
  CANCELLED: 'cancelled',
  INTERNAL: 'server',
  UNKNOWN: 'server',
  DATA_LOSS: 'server',
  UNIMPLEMENTED: 'unsupported',
  UNAVAILABLE: 'overloaded',
  DEADLINE_EXCEEDED: 'timeout',
}

/** `ErrorInfo.reason` in `error.details` of Google. https://cloud.google.com/apis/design/errors#error_info */
export const byReason: Readonly<Record<string, FailureCode>> = {
  API_KEY_INVALID: 'authentication',
  ACCESS_TOKEN_EXPIRED: 'authentication',
  API_KEY_SERVICE_BLOCKED: 'permission',
  BILLING_DISABLED: 'billing',
  RATE_LIMIT_EXCEEDED: 'rate-limit',
  CONTEXT_LENGTH_EXCEEDED: 'context-length',
  REQUEST_TOO_LARGE: 'too-large',
  UNPROCESSABLE: 'unprocessable',
  POLICY_VIOLATION: 'policy',
  UNSUPPORTED: 'unsupported',
  LIMIT_EXCEEDED: 'limit',
  MALFORMED_UPSTREAM: 'malformed-upstream',
}

export const byHttpStatus: Readonly<Record<number, FailureCode>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'billing',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  412: 'precondition',
  413: 'too-large',
  422: 'unprocessable',
  429: 'rate-limit',
  499: 'cancelled',
  501: 'unsupported',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

/** Whether the same call may succeed a moment later. */
export const retryable = {
  'invalid-request': false,
  'context-length': false,
  precondition: false,
  authentication: false,
  billing: false,
  permission: false,
  'not-found': false,
  conflict: false,
  'too-large': false,
  unprocessable: false,
  policy: false,
  'rate-limit': true,
  overloaded: true,
  server: true,
  timeout: true,
  cancelled: false,
  unsupported: false,
  'truncated-stream': true,
  limit: true,
  'malformed-upstream': true,
} as const satisfies Record<FailureCode, boolean>
