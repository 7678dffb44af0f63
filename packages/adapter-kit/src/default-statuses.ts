import type { FailureCode } from '@interlingua/core'

/** The HTTP status of each failure, where a format has no other: the one that is read as the same failure, if there is one. */
export const defaultStatuses: Readonly<Record<FailureCode, number>> = {
  'invalid-request': 400,
  'context-length': 400,
  precondition: 412,
  authentication: 401,
  billing: 402,
  permission: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unprocessable: 422,
  policy: 400,
  'rate-limit': 429,
  overloaded: 503,
  server: 500,
  timeout: 504,
  cancelled: 499,
  unsupported: 501,
  'truncated-stream': 502,
  limit: 502,
  'malformed-upstream': 502,
}
