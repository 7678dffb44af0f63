import type { FailureCode } from '@interlingua/core'

/** HTTP status of each failure, where a format has no other; one that is read back as the same failure, if there is such a status. */
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
