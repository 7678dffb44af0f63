import type { Context, Failure, Json, JsonObject, Pointer, WireReply } from '@interlingua/core'
import { isJsonObject, isRetryable, pointer, parseRetryAfter } from '@interlingua/core'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { detailOf, errorObject, failureCodeOf } from './failure-codes.ts'
import type { WireFailure } from './wire/wire-response.ts'

/** Decodes an error document, with its details about retries. For a body that is no JSON object, the status decides. */
export function decodeFailure(reply: WireReply<WireFailure | undefined>, context: Context): Failure {
  const { body, status, headers } = reply
  const error = body === undefined ? {} : errorObject(body)
  const code = failureCodeOf(error, status)
  const { message } = error
  const failure: Draft<Failure> = {
    code,
    message: typeof message === 'string' && message !== '' ? message : `the upstream answered with status ${status}`,
    retryable: isRetryable(code),
  }
  if (status >= 400) failure.status = status
  const wait = retryDelay(error) ?? parseRetryAfter(headers, context)
  if (wait !== undefined) failure.retryAfterMs = wait
  const path = pathOf(error)
  if (path !== undefined) failure.path = path
  const requestId = headers['x-request-id']
  if (requestId !== undefined) failure.requestId = requestId
  if (body !== undefined) failure.raw = { format, wire: body }
  return failure
}

/** `RetryInfo.retryDelay`, a protobuf duration: `"12s"`, `"0.847655010s"`. */
function retryDelay(error: JsonObject): number | undefined {
  const delay = detailOf(error, 'RetryInfo')?.['retryDelay']
  if (typeof delay !== 'string' || !/^\d+(\.\d+)?s$/.test(delay)) return undefined
  return Math.ceil(Number(delay.slice(0, -1)) * 1000)
}

/** Pointer of the first violation, such as `contents[0].parts[1].text`. */
function pathOf(error: JsonObject): Pointer | undefined {
  const violations = detailOf(error, 'BadRequest')?.['fieldViolations']
  const first: Json | undefined = Array.isArray(violations) ? violations[0] : undefined
  const field = isJsonObject(first) ? first['field'] : undefined
  if (typeof field !== 'string' || field === '') return undefined
  return pointer('', ...field.split(/[.[\]]+/).filter((segment) => segment !== ''))
}
