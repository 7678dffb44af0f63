import type { Context, Failure, WireReply } from '@interlingua/core'
import { readFailure } from '../read-failure.ts'
import { format } from './format.ts'

/** `{error: {code, message, param, type}}`, codes being dotted names. https://www.volcengine.com/docs/82379/1299023 */
export function decodeFailure(reply: WireReply<unknown>, context: Context): Failure {
  return readFailure(reply, format, context)
}
