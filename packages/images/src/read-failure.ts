import {
  pointer,
  type Context,
  type Failure,
  type Format,
  type Json,
  type JsonObject,
  type Pointer,
  type WireReply,
} from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { Draft } from './draft.ts'
import { failureCodeOf, isRetryable } from './failure-codes.ts'

/**
 * A failure in whatever envelope: `{error: {…}}` (OpenAI, Ark, Google; also in a list of one), or flat `{code, message}` (DashScope). Total:
 * a body that is no JSON object leaves the status to speak. A word that is known wins over the status, `code` over `status` over `type`.
 */
export function readFailure(reply: WireReply<unknown>, format: Format, context: Context): Failure {
  const { status, headers } = reply
  const body = documentOf(reply.body)
  const error = body === undefined ? {} : errorOf(body)
  const { code: word, type, status: word2, message, param } = error
  const code = failureCodeOf([word, word2, type], status >= 400 ? status : numberIn(word))
  const failure: Draft<Failure> = {
    code,
    message: typeof message === 'string' && message !== '' ? message : `the upstream answered with status ${status}`,
    retryable: isRetryable(code),
  }
  if (status >= 400) failure.status = status
  const wait = retryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const path = pathOf(param)
  if (path !== undefined) failure.path = path
  const requestId = headers['x-request-id'] ?? body?.['request_id']
  if (typeof requestId === 'string') failure.requestId = requestId
  if (body !== undefined) failure.raw = { format, wire: body }
  return failure
}

/** The object of an answer, which some send in a list of one, or as text with another content type. */
function documentOf(body: unknown): JsonObject | undefined {
  if (Array.isArray(body)) return documentOf(body[0])
  return isJsonObject(body) ? body : undefined
}

function errorOf(body: JsonObject): JsonObject {
  const { error } = body
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { message: error } : body
}

function numberIn(word: Json | undefined): number {
  const number = typeof word === 'string' ? Number(word) : word
  return typeof number === 'number' && number >= 400 && number < 600 ? number : 0
}

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date; a date that has passed is no wait. */
function retryAfter(headers: Readonly<Record<string, string>>, context: Context): number | undefined {
  const exact = headers['retry-after-ms']
  const spelled = exact ?? headers['retry-after']
  if (spelled === undefined || spelled.trim() === '') return undefined
  const wait = Number(spelled) * (exact === undefined ? 1000 : 1)
  if (!Number.isNaN(wait)) return wait >= 0 && Number.isFinite(wait) ? Math.ceil(wait) : undefined
  const date = Date.parse(spelled)
  return Number.isNaN(date) ? undefined : Math.max(0, date - context.now())
}

/** `images[0].image_url` as a pointer. */
function pathOf(param: Json | undefined): Pointer | undefined {
  if (typeof param !== 'string' || param === '') return undefined
  return pointer('', ...param.split(/[.[\]]+/).filter((segment) => segment !== ''))
}
