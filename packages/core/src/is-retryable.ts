import type { FailureCode } from './failure.ts'

const answers = {
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

/** True if the same call may succeed a moment later: the value of `Failure.retryable` where neither format nor document knows better. */
export function isRetryable(code: FailureCode): boolean {
  return answers[code]
}
