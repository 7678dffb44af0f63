import { isJsonObject } from '@interlingua/core'
import type { Failure, FailureCode, JsonObject, WireReply } from '@interlingua/core'

/** The `error.type`, `error.code` and status of each failure. https://platform.openai.com/docs/guides/error-codes */
const kinds: Readonly<Record<FailureCode, { readonly status: number; readonly type: string; readonly code: string | null }>> = {
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null },
  'context-length': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  precondition: { status: 400, type: 'invalid_request_error', code: null },
  unprocessable: { status: 422, type: 'invalid_request_error', code: null },
  policy: { status: 400, type: 'invalid_request_error', code: 'invalid_prompt' },
  authentication: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  permission: { status: 403, type: 'invalid_request_error', code: null },
  'not-found': { status: 404, type: 'invalid_request_error', code: null },
  conflict: { status: 409, type: 'invalid_request_error', code: null },
  'too-large': { status: 413, type: 'invalid_request_error', code: null },
  'rate-limit': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'service_unavailable_error', code: 'server_is_overloaded' },
  server: { status: 500, type: 'server_error', code: 'server_error' },
  timeout: { status: 504, type: 'server_error', code: null },
  cancelled: { status: 499, type: 'invalid_request_error', code: null },
  unsupported: { status: 400, type: 'invalid_request_error', code: 'unsupported_parameter' },
  'truncated-stream': { status: 502, type: 'server_error', code: null },
  limit: { status: 502, type: 'server_error', code: null },
  'malformed-upstream': { status: 502, type: 'server_error', code: null },
}

/** The vendor's error document. */
export function writeFailure(failure: Failure): WireReply<JsonObject> {
  return { status: kinds[failure.code].status, headers: {}, body: { error: errorOf(failure) } }
}

function errorOf(failure: Failure): JsonObject {
  const { type, code } = kinds[failure.code]
  const own = failure.extensions?.['responses']?.rest
  return {
    message: failure.message,
    type: isJsonObject(own) && typeof own['type'] === 'string' ? own['type'] : type,
    param: isJsonObject(own) ? (own['param'] ?? null) : null,
    code: isJsonObject(own) && typeof own['code'] === 'string' ? own['code'] : code,
  }
}
