import { isJsonObject, isRetryable, type Context, type Failure, type WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import { format } from './format.ts'

/** Decodes `{code, message, request_id}` of any status, or the same in the output of a task. */
export function decodeFailure(reply: WireReply<unknown>, context: Context): Failure {
  const { body, status, headers } = reply
  const output = isJsonObject(body) ? body['output'] : undefined
  const told = isJsonObject(body) && isError(body) ? body : isJsonObject(output) && isError(output) ? output : undefined
  if (told === undefined && status < 400) {
    const code = 'malformed-upstream'
    return { ...readFailure(reply, format, context), code, message: 'an answer without an image', retryable: isRetryable(code) }
  }
  const failure = readFailure(told === undefined || told === body ? reply : { status, headers, body: told }, format, context)
  const requestId = isJsonObject(body) ? body['request_id'] : undefined
  return {
    ...failure,
    ...(failure.requestId === undefined && typeof requestId === 'string' && { requestId }),
    ...(isJsonObject(body) && { raw: { format, wire: body } }),
  }
}

/** True for a document whose `code` or `error` is not empty: successful answers may have both keys as well. */
function isError(body: object): boolean {
  const { code, error } = body as { readonly code?: unknown; readonly error?: unknown } // read as unknown
  return (typeof code === 'string' && code !== '') || (typeof error === 'object' && error !== null)
}
