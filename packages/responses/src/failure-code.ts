import { codeOfStatus, isJsonObject } from '@interlingua/core'
import type { FailureCode, Json, JsonObject } from '@interlingua/core'

/** `error.code` words of OpenAI and compatible servers, those of `response.error` included. https://platform.openai.com/docs/guides/error-codes */
const byCode: Readonly<Record<string, FailureCode>> = {
  context_length_exceeded: 'context-length',
  string_above_max_length: 'too-large',
  image_too_large: 'too-large',
  image_file_too_large: 'too-large',
  invalid_api_key: 'authentication',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  credit_balance_exhausted: 'billing',
  usage_limit_reached: 'billing',
  model_not_found: 'not-found',
  previous_response_not_found: 'not-found',
  image_file_not_found: 'not-found',
  rate_limit_exceeded: 'rate-limit',
  slow_down: 'overloaded',
  server_is_overloaded: 'overloaded',
  server_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  server_error: 'server',
  vector_store_timeout: 'timeout',
  invalid_prompt: 'policy',
  bio_policy: 'policy',
  misalignment_policy_violation: 'policy',
  cyber_policy: 'policy',
  content_policy_violation: 'policy',
  image_content_policy_violation: 'policy',
  content_filter: 'policy',
  data_residency_mismatch: 'invalid-request',
  invalid_image: 'invalid-request',
  invalid_image_format: 'invalid-request',
  invalid_base64_image: 'invalid-request',
  invalid_image_url: 'invalid-request',
  image_too_small: 'invalid-request',
  image_parse_error: 'invalid-request',
  invalid_image_mode: 'invalid-request',
  unsupported_image_media_type: 'invalid-request',
  empty_image_file: 'invalid-request',
  failed_to_download_image: 'invalid-request',
  invalid_encrypted_content: 'invalid-request',
  unsupported_parameter: 'invalid-request',
  unsupported_value: 'invalid-request',
  missing_required_parameter: 'invalid-request',
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
  not_found_error: 'not-found',
  timeout_error: 'timeout',
  invalid_request_error: 'invalid-request',
}

/** The error object of a document or event: `error` itself, or the document where a server has no such key (the flat `error` event). */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  if (typeof error === 'string') return { ...wire, message: error }
  // The type of a flat event is `error`, which says nothing.
  return wire.type === 'error' ? { ...wire, type: null } : wire
}

/** The code word wins over the type, the type over the status, except that a status says more than `invalid_request_error` and `api_error`. */
export function failureCodeOf(error: JsonObject, status: number): FailureCode {
  const { code, type } = error
  const word = lookUp(byCode, code)
  if (word !== undefined) return word
  const named = lookUp(byType, type)
  if (named !== undefined && named !== 'invalid-request' && (named !== 'server' || status < 400)) return named
  const known = codeOfStatus(status >= 400 ? status : numberIn(code ?? error.status ?? error.status_code))
  if (known !== undefined) return known
  if (status >= 500) return 'server'
  if (status >= 400 || named !== undefined) return 'invalid-request'
  return 'server'
}

function numberIn(value: Json | undefined): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : 0
}

function lookUp(table: Readonly<Record<string, FailureCode>>, word: Json | undefined): FailureCode | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
