import { isJsonObject, isRetryable, type Context, type Failure, type WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import { format } from './format.ts'

/**
 * Decodes `{error: {code, message, param, type}}`, whose codes are dotted names. A successful reply without an error counts as one without
 * images. https://www.volcengine.com/docs/82379/1299023
 */
export function decodeFailure(reply: WireReply<unknown>, context: Context): Failure {
  const failure = readFailure(reply, format, context)
  const { body, status } = reply
  if (status >= 400 || (isJsonObject(body) && isJsonObject(body['error']))) return failure
  const code = 'malformed-upstream'
  return { ...failure, code, message: 'an answer without an image', retryable: isRetryable(code) }
}
