import type { FailureCode, Json, JsonObject } from '@interlingua/core'
import { codeOfStatus, isJsonObject } from '@interlingua/core'

/** `error.code` words of OpenAI and compatible servers. https://platform.openai.com/docs/guides/error-codes */
const byCode: Readonly<Record<string, FailureCode>> = {
  context_length_exceeded: 'context-length',
  string_above_max_length: 'too-large',
  invalid_api_key: 'authentication',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  credit_balance_exhausted: 'billing',
  model_not_found: 'not-found',
  rate_limit_exceeded: 'rate-limit',
  slow_down: 'overloaded',
  server_is_overloaded: 'overloaded',
  server_error: 'server',
  invalid_prompt: 'policy',
  content_policy_violation: 'policy',
  content_filter: 'policy',
  conflict: 'conflict',
  precondition_failed: 'precondition',
  timeout: 'timeout',
  cancelled: 'cancelled',
  not_supported: 'unsupported',
  permission_denied: 'permission',
  stream_truncated: 'truncated-stream',
  limit_exceeded: 'limit',
  malformed_upstream: 'malformed-upstream',
}

const byType: Readonly<Record<string, FailureCode>> = {
  insufficient_quota: 'billing',
  authentication_error: 'authentication',
  permission_error: 'permission',
  rate_limit_error: 'rate-limit',
  rate_limit_exceeded: 'rate-limit',
  tokens: 'rate-limit',
  requests: 'rate-limit',
  server_error: 'server',
  internal_server_error: 'server',
  api_error: 'server',
  overloaded_error: 'overloaded',
  service_unavailable_error: 'overloaded',
  unavailable_error: 'overloaded',
  exceed_context_size_error: 'context-length',
  not_found_error: 'not-found',
  timeout_error: 'timeout',
  invalid_request_error: 'invalid-request',
  BadRequestError: 'invalid-request',
  NotFoundError: 'not-found',
}

/** How each failure is spelled: `type` and `code` of the error object. */
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
  unprocessable: { type: 'invalid_request_error', code: null },
  policy: { type: 'invalid_request_error', code: 'content_policy_violation' },
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

/** The error object of a document: `error` itself, or the document where a compatible server has no such key. */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { ...wire, message: error } : wire
}

/** The code word wins over the type, the type over the status, except that a status says more than `invalid_request_error` and `api_error`. */
export function failureCodeOf(error: JsonObject, status: number): FailureCode {
  const { code, type } = error
  const word = lookUp(byCode, code)
  if (word !== undefined) return word
  const named = lookUp(byType, type)
  if (named !== undefined && named !== 'invalid-request' && (named !== 'server' || status < 400)) return named
  const number = status >= 400 ? status : (numberIn(code) ?? numberIn(error['status_code']) ?? 0)
  const known = codeOfStatus(number)
  if (known !== undefined) return known
  if (number >= 500) return 'server'
  if (number >= 400 || named !== undefined) return 'invalid-request'
  return 'server'
}

/** A status that a body names, as a number or in digits. */
function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : undefined
}

function lookUp(table: Readonly<Record<string, FailureCode>>, word: Json | undefined): FailureCode | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
