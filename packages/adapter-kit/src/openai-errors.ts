import { isRetryable, type FailureCode, type Json, type JsonObject } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'
import { encodeErrorWord, readErrorWord, type ErrorWord, type ErrorWords } from './error-words.ts'
import { openaiErrorTypes, openaiErrorWords } from './openai-error-words.ts'

/** Meaning of an error object of OpenAI's, or of a server like it. */
export function readOpenaiError(error: JsonObject, status: number, words: ErrorWords = openaiErrorWords): Required<ErrorWord> {
  const word = wordOf(error, status, words)
  return { code: word.code, retryable: word.retryable ?? isRetryable(word.code) }
}

/**
 * The code wins over the type, and the type over the status, except that a status says more than a type that only names the side at fault.
 */
function wordOf(error: JsonObject, status: number, words: ErrorWords): ErrorWord {
  const { code, type } = error
  const word = readErrorWord(words, code)
  if (word !== undefined) return word
  const named = readErrorWord(openaiErrorTypes, type)
  if (named !== undefined && named.code !== 'invalid-request' && (named.code !== 'server' || status < 400)) return named
  return { code: codeOfNumber(status >= 400 ? status : statusIn(error), named !== undefined) }
}

function codeOfNumber(status: number, isNamed: boolean): FailureCode {
  const known = codeFromStatus(status)
  if (known !== undefined) return known
  return status < 500 && (status >= 400 || isNamed) ? 'invalid-request' : 'server'
}

/** Status that a body names where the response has none of its own: in a stream event, or an error with status 200. */
function statusIn(error: JsonObject): number {
  return numberIn(error['code']) ?? numberIn(error['status']) ?? numberIn(error['status_code']) ?? 0
}

function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : undefined
}

interface OpenaiError {
  readonly status: number
  readonly type: string
  readonly code: string | null
}

/** How each failure is told: HTTP status, `type` and `code` of the error object. https://platform.openai.com/docs/guides/error-codes */
export const openaiErrors: Readonly<Record<FailureCode, OpenaiError>> = {
  // `invalid_request_error` has no code of its own: each code names one fault.
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null },
  'context-length': told(400, 'invalid_request_error', 'context-length'),
  precondition: told(400, 'invalid_request_error', 'precondition'),
  authentication: told(401, 'invalid_request_error', 'authentication'),
  billing: told(429, 'insufficient_quota', 'billing'),
  permission: told(403, 'invalid_request_error', 'permission'),
  'not-found': told(404, 'invalid_request_error', 'not-found'),
  conflict: told(409, 'invalid_request_error', 'conflict'),
  'too-large': told(413, 'invalid_request_error', 'too-large'),
  unprocessable: told(422, 'invalid_request_error', 'unprocessable'),
  policy: told(400, 'invalid_request_error', 'policy'),
  'rate-limit': told(429, 'rate_limit_error', 'rate-limit'),
  overloaded: told(503, 'service_unavailable_error', 'overloaded'),
  server: told(500, 'server_error', 'server'),
  timeout: told(504, 'server_error', 'timeout'),
  cancelled: told(499, 'server_error', 'cancelled'),
  unsupported: told(400, 'invalid_request_error', 'unsupported'),
  'truncated-stream': told(502, 'server_error', 'truncated-stream'),
  limit: told(502, 'server_error', 'limit'),
  'malformed-upstream': told(502, 'server_error', 'malformed-upstream'),
}

function told(status: number, type: string, code: FailureCode): OpenaiError {
  return { status, type, code: encodeErrorWord(openaiErrorWords, code) ?? null }
}
