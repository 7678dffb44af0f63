import type { Context, Failure, Json, Pointer, WireReply } from '@interlingua/core'
import { pointer, parseRetryAfter } from '@interlingua/core'
import { readOpenaiError } from '@interlingua/adapter-kit'
import { errorObject } from './error-object.ts'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import type { WireFailure } from './wire/response.ts'

/** Decodes an error document, with the headers about retries. For a body that is no JSON object, the status decides. */
export function decodeFailure(reply: WireReply<WireFailure | undefined>, context: Context): Failure {
  const { body, status, headers } = reply
  const error = body === undefined ? {} : errorObject(body)
  const { code, retryable } = readOpenaiError(error, status)
  const failure: Draft<Failure> = {
    code,
    message: messageOf(error) ?? `the upstream answered with status ${status}`,
    retryable,
  }
  if (status >= 400) failure.status = status
  const wait = parseRetryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const path = pathOf(error['param'])
  if (path !== undefined) failure.path = path
  const requestId = headers['x-request-id']
  if (requestId !== undefined) failure.requestId = requestId
  if (body !== undefined) failure.raw = { format, wire: body }
  return failure
}

function messageOf(error: { readonly [key: string]: Json }): string | undefined {
  for (const key of ['message', 'detail', 'details', 'error']) {
    const value = error[key]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  }
  return undefined
}

/** `messages[0].content` and `messages.0.content` as a pointer. */
function pathOf(param: Json | undefined): Pointer | undefined {
  if (typeof param !== 'string' || param === '') return undefined
  return pointer('', ...param.split(/[.[\]]+/).filter((segment) => segment !== ''))
}
