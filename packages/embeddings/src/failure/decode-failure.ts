import {
  isJsonObject,
  parseJson,
  pointer,
  type Context,
  type Failure,
  type FailureCode,
  type Format,
  type Json,
  type JsonObject,
  type Pointer,
  type WireReply,
} from '@interlingua/core'
import type { Draft } from '../wire-object.ts'
import { byCode, byHttpStatus, byReason, byStatusWord, byType, retryable } from './failure-codes.ts'

/**
 * An error document of OpenAI, Google or one of those who answer like them: the words of the two do not collide. A body that is no JSON
 * object leaves the status to speak.
 */
export function decodeFailure(format: Format, { status, headers, body }: WireReply<unknown>, context: Context): Failure {
  const wire = documentOf(body)
  const error = wire === undefined ? {} : errorObject(wire)
  const code = failureCodeOf(error, status)
  const failure: Draft<Failure> = {
    code,
    message: messageOf(error) ?? `the upstream answered with status ${status}`,
    retryable: retryable[code],
  }
  if (status >= 400) failure.status = status
  const wait = retryDelay(error) ?? retryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const path = pathOf(error)
  if (path !== undefined) failure.path = path
  const requestId = headers['x-request-id']
  if (requestId !== undefined) failure.requestId = requestId
  if (wire !== undefined) failure.raw = { format, wire }
  return failure
}

/** Of a list, its first document. */
function documentOf(body: unknown): JsonObject | undefined {
  const value = typeof body === 'string' ? parseJson(body) : body
  const document: unknown = Array.isArray(value) ? value[0] : value
  return isJsonObject(document) ? document : undefined
}

/** `error` itself, or the document where a compatible server has no such key. */
function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { ...wire, message: error } : wire
}

function messageOf(error: JsonObject): string | undefined {
  for (const key of ['message', 'detail', 'error']) {
    const value = error[key]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  }
  return undefined
}

/** What names the fault most closely wins: a reason or a code, then a word, then the status. */
function failureCodeOf(error: JsonObject, status: number): FailureCode {
  const word = lookUp(byReason, detailOf(error, 'ErrorInfo')?.['reason']) ?? lookUp(byCode, error['code'])
  if (word !== undefined) return word
  const number = status >= 400 ? status : (numberIn(error['code']) ?? 0)
  const named = lookUp(byType, error['type']) ?? lookUp(byStatusWord, error['status'])
  const known = named ?? byHttpStatus[number] ?? (number >= 400 && number < 500 ? 'invalid-request' : 'server')
  const text = messageOf(error) ?? ''
  if (known === 'invalid-request' && /maximum (context|input) length|exceeds the maximum number of tokens|input is too long/i.test(text))
    return 'context-length'
  return known
}

/** The entry of `error.details` with this type (`ErrorInfo`, `RetryInfo`, …). */
function detailOf(error: JsonObject, type: string): JsonObject | undefined {
  const { details } = error
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

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date; a date that has passed is no wait. */
function retryAfter(headers: WireReply<unknown>['headers'], context: Context): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] || Number.NaN)
  if (milliseconds >= 0 && Number.isFinite(milliseconds)) return milliseconds
  const spelled = headers['retry-after']
  if (spelled === undefined || spelled.trim() === '') return undefined
  const seconds = Number(spelled)
  if (!Number.isNaN(seconds)) return seconds >= 0 && Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : undefined
  const date = Date.parse(spelled)
  return Number.isNaN(date) ? undefined : Math.max(0, date - context.now())
}

/** OpenAI's `param`, or Google's first field violation (`requests[0].content`), as a pointer into the body that was sent. */
function pathOf(error: JsonObject): Pointer | undefined {
  const violations = detailOf(error, 'BadRequest')?.['fieldViolations']
  const first: Json | undefined = Array.isArray(violations) ? violations[0] : undefined
  const field = isJsonObject(first) ? first['field'] : error['param']
  if (typeof field !== 'string' || field === '') return undefined
  return pointer('', ...field.split(/[.[\]]+/).filter((segment) => segment !== ''))
}

function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : undefined
}

function lookUp(table: Readonly<Record<string, FailureCode>>, word: Json | undefined): FailureCode | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
