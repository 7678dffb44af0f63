import type { FailureCode } from '@interlingua/core'
import { readErrorWord, type ErrorWord, type ErrorWords } from './error-words.ts'
import { openaiErrorTypes, openaiErrorWords } from './openai-error-words.ts'

/** `api_error` says less than a status, and a status counts only where no word is known. */
const { api_error: _, ...types } = openaiErrorTypes

/** Words in `error.code`, `error.type`, `error.status`, `ErrorInfo.reason` or a flat `code`, of all vendors, in lower case. */
const byWord: ErrorWords = {
  ...lowerCased(openaiErrorWords),
  ...lowerCased(types),
  ...wordsOf({
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
  }),
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

/** Meaning of a vendor's error word; `undefined` if unknown. */
export function errorWordOf(word: unknown): ErrorWord | undefined {
  if (typeof word !== 'string' || word === '') return undefined
  const known = readErrorWord(byWord, word.toLowerCase())
  if (known !== undefined) return known
  const code = byPattern.find(([pattern]) => pattern.test(word))?.[1]
  return code === undefined ? undefined : { code }
}

function lowerCased(words: ErrorWords): ErrorWords {
  return Object.fromEntries(Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), meaning]))
}

function wordsOf(codes: Readonly<Record<string, FailureCode>>): ErrorWords {
  return Object.fromEntries(Object.entries(codes).map(([word, code]) => [word, { code }]))
}
