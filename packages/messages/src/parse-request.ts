import { checkLimits, isJsonObject } from '@interlingua/core'
import type { Context, WireMessage } from '@interlingua/core'
import { check } from './check.ts'
import { checkMessages } from './check-messages.ts'
import { isPlainRequest, requestSchema } from './wire/request-schemas.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Checks the body of a request; throws `WireError` naming the field, or `LimitError`. Returns its input. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireRequest> {
  checkLimits('messages', message.body, context.limits)
  const { body } = message
  if (!isJsonObject(body) || !isPlainRequest(body)) check(requestSchema, body, '')
  checkMessages(body as WireRequest) // one of the two has just shown that it is one
  return message as WireMessage<WireRequest> // as just shown
}
