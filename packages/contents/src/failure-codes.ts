import type { FailureCode, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'

/** Codes of google.rpc. https://cloud.google.com/apis/design/errors#handling_errors */
const byStatusWord: Readonly<Record<string, FailureCode>> = {
  INVALID_ARGUMENT: 'invalid-request',
  OUT_OF_RANGE: 'invalid-request',
  FAILED_PRECONDITION: 'precondition',
  UNAUTHENTICATED: 'authentication',
  PERMISSION_DENIED: 'permission',
  NOT_FOUND: 'not-found',
  ABORTED: 'conflict',
  ALREADY_EXISTS: 'conflict',
  RESOURCE_EXHAUSTED: 'rate-limit',
  CANCELLED: 'cancelled',
  INTERNAL: 'server',
  UNKNOWN: 'server',
  DATA_LOSS: 'server',
  UNIMPLEMENTED: 'unsupported',
  UNAVAILABLE: 'overloaded',
  DEADLINE_EXCEEDED: 'timeout',
}

interface FailureWords {
  readonly status: number
  readonly word: string
  /** `ErrorInfo.reason` where the status word is ambiguous. Absent: none. */
  readonly reason?: string
}

/** HTTP status (also `error.code`), `error.status`, and the reason in `error.details`, for each failure. */
export const failureWords = {
  'invalid-request': { status: 400, word: 'INVALID_ARGUMENT' },
  'context-length': { status: 400, word: 'INVALID_ARGUMENT', reason: 'CONTEXT_LENGTH_EXCEEDED' },
  precondition: { status: 400, word: 'FAILED_PRECONDITION' },
  authentication: { status: 401, word: 'UNAUTHENTICATED' },
  billing: { status: 429, word: 'RESOURCE_EXHAUSTED', reason: 'BILLING_DISABLED' },
  permission: { status: 403, word: 'PERMISSION_DENIED' },
  'not-found': { status: 404, word: 'NOT_FOUND' },
  conflict: { status: 409, word: 'ABORTED' },
  'too-large': { status: 400, word: 'INVALID_ARGUMENT', reason: 'REQUEST_TOO_LARGE' },
  unprocessable: { status: 400, word: 'INVALID_ARGUMENT', reason: 'UNPROCESSABLE' },
  policy: { status: 400, word: 'INVALID_ARGUMENT', reason: 'POLICY_VIOLATION' },
  'rate-limit': { status: 429, word: 'RESOURCE_EXHAUSTED' },
  overloaded: { status: 503, word: 'UNAVAILABLE' },
  server: { status: 500, word: 'INTERNAL' },
  timeout: { status: 504, word: 'DEADLINE_EXCEEDED' },
  cancelled: { status: 499, word: 'CANCELLED' },
  unsupported: { status: 400, word: 'INVALID_ARGUMENT', reason: 'UNSUPPORTED' },
  'truncated-stream': { status: 500, word: 'INTERNAL', reason: 'STREAM_TRUNCATED' },
  limit: { status: 500, word: 'INTERNAL', reason: 'LIMIT_EXCEEDED' },
  'malformed-upstream': { status: 500, word: 'INTERNAL', reason: 'MALFORMED_UPSTREAM' },
} as const satisfies Record<FailureCode, FailureWords>

/** Reasons of Google's own, and this project's. https://cloud.google.com/apis/design/errors#error_info */
const byReason: Readonly<Record<string, FailureCode>> = {
  API_KEY_INVALID: 'authentication',
  ACCESS_TOKEN_EXPIRED: 'authentication',
  API_KEY_SERVICE_BLOCKED: 'permission',
  BILLING_DISABLED: 'billing',
  RATE_LIMIT_EXCEEDED: 'rate-limit',
  CONTEXT_LENGTH_EXCEEDED: 'context-length',
  REQUEST_TOO_LARGE: 'too-large',
  UNPROCESSABLE: 'unprocessable',
  POLICY_VIOLATION: 'policy',
  UNSUPPORTED: 'unsupported',
  STREAM_TRUNCATED: 'truncated-stream',
  LIMIT_EXCEEDED: 'limit',
  MALFORMED_UPSTREAM: 'malformed-upstream',
}

/** Error object of a document: `error` itself, or the document if a server has no such key. */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { ...wire, message: error } : wire
}

/** Entry of `error.details` with this type (`ErrorInfo`, `RetryInfo`, …). */
export function detailOf(error: JsonObject, type: string): JsonObject | undefined {
  const { details } = error
  if (!Array.isArray(details)) return undefined
  return details.filter(isJsonObject).find((detail) => {
    const name = detail['@type']
    return typeof name === 'string' && name.endsWith(`.${type}`)
  })
}

/**
 * Failure code: the reason wins over the status word, and that over the number. Only the message shows too long a prompt, or missing
 * credit.
 */
export function failureCodeOf(error: JsonObject, status: number): FailureCode {
  const reason = lookUp(byReason, detailOf(error, 'ErrorInfo')?.['reason'])
  if (reason !== undefined) return reason
  const { message } = error
  const text = typeof message === 'string' ? message : ''
  const number = typeof error['code'] === 'number' ? error['code'] : status
  const known = lookUp(byStatusWord, error['status']) ?? codeFromStatus(number) ?? codeFromStatus(status)
  if (known === 'invalid-request' && /token count .*exceeds|exceeds the maximum number of tokens|input context is too long/i.test(text))
    return 'context-length'
  if ((known === 'rate-limit' || known === 'permission') && isAboutCredit(error, text)) return 'billing'
  if (known !== undefined) return known
  if (number >= 500 || number < 400) return 'server'
  return 'invalid-request'
}

/** True if credit is missing: a quota that time refills comes with the time to wait. */
function isAboutCredit(error: JsonObject, message: string): boolean {
  if (detailOf(error, 'RetryInfo') !== undefined) return false
  const violations = detailOf(error, 'QuotaFailure')?.['violations']
  const named = Array.isArray(violations) && violations.some((entry) => /billing|credit|spend/i.test(JSON.stringify(entry)))
  return named || /prepay(ment)? credits|billing to be enabled|billing account|spending cap/i.test(message)
}

function lookUp(table: Readonly<Record<string, FailureCode>>, word: Json | undefined): FailureCode | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
