import {
  isJsonObject,
  isRetryable,
  parseJson,
  pointer,
  parseRetryAfter,
  type Context,
  type Failure,
  type Format,
  type Json,
  type JsonObject,
  type Pointer,
  type WireReply,
} from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { failureFromStatus } from './failure-from-status.ts'
import { errorWordOf } from './error-word-of.ts'
import type { ErrorWord } from './error-words.ts'

/**
 * Reads an error document in any envelope: `{error: {…}}` (OpenAI, Google, Ark; also in a list of one), or flat `{code, message}`
 * (DashScope). Total; the most specific fact wins: a reason or a code, then a type or a status word, then the status.
 */
export function readFailure({ status, headers, body }: WireReply<unknown>, format: Format, context: Context): Failure {
  const wire = documentOf(body)
  const error = wire === undefined ? {} : errorOf(wire)
  const message = messageOf(error)
  const { code, retryable = isRetryable(code) } = wordOf(error, message, status)
  const failure: Draft<Failure> = {
    code,
    message: message ?? `the upstream answered with status ${status}`,
    retryable,
  }
  if (status >= 400) failure.status = status
  const wait = retryDelay(error) ?? parseRetryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const path = pathOf(error)
  if (path !== undefined) failure.path = path
  const requestId = headers['x-request-id'] ?? wire?.['request_id']
  if (typeof requestId === 'string') failure.requestId = requestId
  if (wire !== undefined) failure.raw = { format, wire }
  return failure
}

/** Object of a response body, which some servers send in a list of one, or as text with another content type. */
function documentOf(body: unknown): JsonObject | undefined {
  const value = typeof body === 'string' ? parseJson(body) : body
  const document: unknown = Array.isArray(value) ? value[0] : value
  return isJsonObject(document) ? document : undefined
}

/** `error` itself, or the whole document for servers without that key. */
function errorOf(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { ...wire, message: error } : wire
}

function messageOf(error: JsonObject): string | undefined {
  for (const key of ['message', 'detail', 'error']) {
    const value = error[key]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) return spelled(value)
  }
  return undefined
}

/** JSON of a value; `undefined` if it nests too deeply to be printed. */
function spelled(value: object): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function wordOf(error: JsonObject, message: string | undefined, status: number): ErrorWord {
  const { code, type, status: word } = error
  for (const named of [detailOf(error, 'ErrorInfo')?.['reason'], code, type, word]) {
    const known = errorWordOf(named)
    if (known !== undefined && known.code !== 'invalid-request') return known
  }
  const number = status >= 400 ? status : numberIn(code)
  // A status says more than the word for any fault of the caller; a status of success says nothing.
  const known =
    number === 0 && [code, type, word].some((named) => errorWordOf(named) !== undefined) ? 'invalid-request' : failureFromStatus(number)
  if (
    known === 'invalid-request' &&
    /maximum (context|input) length|exceeds the maximum number of tokens|input is too long/i.test(message ?? '')
  )
    return { code: 'context-length' }
  return { code: known }
}

function numberIn(code: Json | undefined): number {
  const number = typeof code === 'string' ? Number(code) : code
  return typeof number === 'number' && number >= 400 && number < 600 ? number : 0
}

/** The entry of `error.details` with this type (`ErrorInfo`, `RetryInfo`, …). */
function detailOf({ details }: JsonObject, type: string): JsonObject | undefined {
  if (!Array.isArray(details)) return undefined
  return details.filter(isJsonObject).find((detail) => {
    const name = detail['@type']
    return typeof name === 'string' && name.endsWith(`.${type}`)
  })
}

/** `RetryInfo.retryDelay`, a protobuf duration: `"12s"`, `"0.847655010s"`. */
function retryDelay(error: JsonObject): number | undefined {
  const delay = detailOf(error, 'RetryInfo')?.['retryDelay']
  if (typeof delay !== 'string' || !/^\d{1,9}(\.\d{1,9})?s$/.test(delay)) return undefined
  return Math.ceil(Number(delay.slice(0, -1)) * 1000)
}

/** OpenAI's `param`, or Google's first field violation (`requests[0].content`), as a pointer into the body that was sent. */
function pathOf(error: JsonObject): Pointer | undefined {
  const violations = detailOf(error, 'BadRequest')?.['fieldViolations']
  const first: Json | undefined = Array.isArray(violations) ? violations[0] : undefined
  const field = isJsonObject(first) ? first['field'] : error['param']
  if (typeof field !== 'string' || field === '') return undefined
  return pointer('', ...field.split(/[.[\]]+/).filter((segment) => segment !== ''))
}
