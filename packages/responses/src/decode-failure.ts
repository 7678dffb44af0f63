import { pointer, parseRetryAfter } from '@interlingua/core'
import type { Context, Failure, Json, JsonObject, Pointer, WireReply } from '@interlingua/core'
import { readOpenaiError } from '@interlingua/adapter-kit'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { errorObject } from './error-object.ts'
import type { WireFailure } from './wire/wire-response.ts'

/** Decodes an error document, with the headers about retries. For a body that is no JSON object, the status decides. */
export function decodeFailure(reply: WireReply<WireFailure | undefined>, context: Context): Failure {
  const { body, status, headers } = reply
  const failure = failureOf(body === undefined ? {} : errorObject(body), status)
  const wait = parseRetryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const requestId = headers['x-request-id']
  if (requestId !== undefined) failure.requestId = requestId
  if (body !== undefined) failure.raw = { format, wire: body }
  return failure
}

/** Failure that an error object states: of an error document, of an `error` event, or of a failed response. */
export function failureOf(error: JsonObject, status: number): Draft<Failure> {
  const { code, retryable } = readOpenaiError(error, status)
  const failure: Draft<Failure> = { code, message: messageOf(error) ?? wordless(status), retryable }
  if (status >= 400) failure.status = status
  const path = pathOf(error.param)
  if (path !== undefined) failure.path = path
  return failure
}

function wordless(status: number): string {
  return status >= 400 ? `the upstream answered with status ${status}` : 'the upstream failed without a word'
}

function messageOf(error: JsonObject): string | undefined {
  for (const key of ['message', 'detail', 'details', 'error']) {
    const value = error[key]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  }
  return undefined
}

/** `input[0].content` and `input.0.content` as a pointer. */
function pathOf(param: Json | undefined): Pointer | undefined {
  if (typeof param !== 'string' || param === '') return undefined
  return pointer('', ...param.split(/[.[\]]+/).filter((segment) => segment !== ''))
}
