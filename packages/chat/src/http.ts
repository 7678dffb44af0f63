import type { FailureCode, Http } from '@interlingua/core'

/** The status with which an OpenAI server answers each failure. https://platform.openai.com/docs/guides/error-codes */
const statuses = {
  'invalid-request': 400,
  'context-length': 400,
  precondition: 400,
  authentication: 401,
  billing: 429,
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
  unsupported: 400,
  'truncated-stream': 502,
  limit: 502,
  'malformed-upstream': 502,
} as const satisfies Record<FailureCode, number>

export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: () => '/v1/chat/completions',
  status: (code) => statuses[code],
}
