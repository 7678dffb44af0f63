import type { FailureCode } from '@interlingua/core'

/** Words in `error.code`, `error.type`, `error.status` or a flat `code`, of all families, in lower case. */
const byWord: Readonly<Record<string, FailureCode>> = {
  // OpenAI and servers like it
  invalid_api_key: 'authentication',
  authentication_error: 'authentication',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  permission_error: 'permission',
  model_not_found: 'not-found',
  not_found_error: 'not-found',
  rate_limit_exceeded: 'rate-limit',
  rate_limit_error: 'rate-limit',
  server_is_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  server_error: 'server',
  timeout: 'timeout',
  moderation_blocked: 'policy',
  content_policy_violation: 'policy',
  content_filter: 'policy',
  string_above_max_length: 'too-large',
  // Google
  invalid_argument: 'invalid-request',
  out_of_range: 'invalid-request',
  failed_precondition: 'precondition',
  unauthenticated: 'authentication',
  permission_denied: 'permission',
  not_found: 'not-found',
  aborted: 'conflict',
  resource_exhausted: 'rate-limit',
  cancelled: 'cancelled',
  internal: 'server',
  unknown: 'server',
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

const byStatus: Readonly<Record<number, FailureCode>> = {
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

const retryable: ReadonlySet<FailureCode> = new Set([
  'rate-limit',
  'overloaded',
  'server',
  'timeout',
  'truncated-stream',
  'limit',
  'malformed-upstream',
])

/** What a word of an upstream means, if anything. */
export function failureCodeOfWord(word: unknown): FailureCode | undefined {
  if (typeof word !== 'string') return undefined
  const known = word.toLowerCase()
  if (Object.hasOwn(byWord, known)) return byWord[known]
  return byPattern.find(([pattern]) => pattern.test(word))?.[1]
}

/** The first word that means anything wins over the status. A status of success means nothing good here. */
export function failureCodeOf(words: readonly unknown[], status: number): FailureCode {
  for (const word of words) {
    const code = failureCodeOfWord(word)
    if (code !== undefined) return code
  }
  return byStatus[status] ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}

export function isRetryable(code: FailureCode): boolean {
  return retryable.has(code)
}
