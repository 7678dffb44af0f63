import type { FailureCode } from '@interlingua/core'

/** Words in `error.code`, `error.type`, `error.status`, `ErrorInfo.reason` or a flat `code`, of all vendors, in lower case. */
const byWord: Readonly<Record<string, FailureCode>> = {
  // OpenAI, and servers like it: https://platform.openai.com/docs/guides/error-codes
  invalid_api_key: 'authentication',
  authentication_error: 'authentication',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  permission_error: 'permission',
  model_not_found: 'not-found',
  not_found_error: 'not-found',
  rate_limit_exceeded: 'rate-limit',
  rate_limit_error: 'rate-limit',
  tokens: 'rate-limit',
  requests: 'rate-limit',
  slow_down: 'overloaded',
  server_is_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  service_unavailable_error: 'overloaded',
  server_error: 'server',
  internal_server_error: 'server',
  timeout: 'timeout',
  timeout_error: 'timeout',
  moderation_blocked: 'policy',
  content_policy_violation: 'policy',
  content_filter: 'policy',
  context_length_exceeded: 'context-length',
  string_above_max_length: 'too-large',
  precondition_failed: 'precondition',
  conflict: 'conflict',
  not_supported: 'unsupported',
  unsupported: 'unsupported',
  unprocessable: 'unprocessable',
  limit_exceeded: 'limit',
  malformed_upstream: 'malformed-upstream',
  // Google: https://cloud.google.com/apis/design/errors
  invalid_argument: 'invalid-request',
  out_of_range: 'invalid-request',
  failed_precondition: 'precondition',
  unauthenticated: 'authentication',
  api_key_invalid: 'authentication',
  access_token_expired: 'authentication',
  permission_denied: 'permission',
  api_key_service_blocked: 'permission',
  billing_disabled: 'billing',
  not_found: 'not-found',
  already_exists: 'conflict',
  aborted: 'conflict',
  resource_exhausted: 'rate-limit',
  request_too_large: 'too-large',
  policy_violation: 'policy',
  cancelled: 'cancelled',
  internal: 'server',
  unknown: 'server',
  data_loss: 'server',
  unimplemented: 'unsupported',
  unavailable: 'overloaded',
  deadline_exceeded: 'timeout',
  // Ark
  accountoverdueerror: 'billing',
  accessdenied: 'permission',
  modelnotopen: 'permission',
  unsupportedmodel: 'not-found',
  quotaexceeded: 'rate-limit',
  setlimitexceeded: 'rate-limit',
  serveroverloaded: 'overloaded',
  internalserviceerror: 'server',
  requestcanceled: 'cancelled',
  // DashScope
  invalidapikey: 'authentication',
  arrearage: 'billing',
  datainspectionfailed: 'policy',
  internalerror: 'server',
  systemerror: 'server',
  requesttimeout: 'timeout',
  modelnotfound: 'not-found',
}

/** Ark and DashScope refine their words after a dot or by what stands before: the first pattern that fits speaks. */
const byPattern: readonly (readonly [RegExp, FailureCode])[] = [
  [
    /sensitivecontent|data_?inspection|moderation|policyviolation|copyright|ipinfringement|safety|prohibited|blocklist|recitation|spii|rai_filtered|risk_?control/i,
    'policy',
  ],
  [/^authentication|^invalidapikey|apikey/i, 'authentication'],
  [/arrear|overdue|allocationquota\.free|billing/i, 'billing'],
  [/throttl|ratelimit|rpm|tpm/i, 'rate-limit'],
  [/accessdenied|operationdenied|forbidden/i, 'permission'],
  [/notfound|notexist|invalidendpoint/i, 'not-found'],
  [/overload|unavailable|busy/i, 'overloaded'],
  [/timeout/i, 'timeout'],
  [/^invalidparameter|^missingparameter|^badrequest/i, 'invalid-request'],
  [/^internal/i, 'server'],
]

/** What a vendor's word means, if anything. */
export function failureOfWord(word: unknown): FailureCode | undefined {
  if (typeof word !== 'string' || word === '') return undefined
  const known = word.toLowerCase()
  if (Object.hasOwn(byWord, known)) return byWord[known]
  return byPattern.find(([pattern]) => pattern.test(word))?.[1]
}
