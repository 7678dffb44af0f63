import type { FailureCode } from '@interlingua/core'

interface FailureKind {
  readonly status: number
  readonly type: string
}

/** Status and type of each failure. https://platform.claude.com/docs/en/api/errors */
export const failureKinds = {
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  'context-length': { status: 400, type: 'invalid_request_error' },
  precondition: { status: 400, type: 'invalid_request_error' },
  unprocessable: { status: 400, type: 'invalid_request_error' },
  policy: { status: 400, type: 'invalid_request_error' },
  authentication: { status: 401, type: 'authentication_error' },
  billing: { status: 402, type: 'billing_error' },
  permission: { status: 403, type: 'permission_error' },
  'not-found': { status: 404, type: 'not_found_error' },
  conflict: { status: 409, type: 'conflict_error' },
  'too-large': { status: 413, type: 'request_too_large' },
  'rate-limit': { status: 429, type: 'rate_limit_error' },
  cancelled: { status: 499, type: 'api_error' },
  server: { status: 500, type: 'api_error' },
  unsupported: { status: 400, type: 'invalid_request_error' },
  timeout: { status: 504, type: 'timeout_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  'truncated-stream': { status: 502, type: 'api_error' },
  'malformed-upstream': { status: 502, type: 'api_error' },
  limit: { status: 502, type: 'api_error' },
} as const satisfies Record<FailureCode, FailureKind>

/** Types of an `error` event that are worth a retry, without a status beside them: agents (opencode, qwen-code, pi) retry only this one. */
export const eventTypes: Readonly<Partial<Record<FailureCode, string>>> = {
  timeout: 'overloaded_error',
  'truncated-stream': 'overloaded_error',
  'malformed-upstream': 'overloaded_error',
}
