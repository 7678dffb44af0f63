import { isJsonObject } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, WireMessage } from '@interlingua/core'
import { check } from './check.ts'
import { checkMessages } from './check-messages.ts'
import { isPlainRequest, requestSchema } from './wire/request-schemas.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Checks the body of a request and returns its input. Throws a `WireError` that names the field, or a `LimitError`. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireRequest> {
  checkLimits('messages', message.body, context.limits)
  const { body } = message
  if (!isJsonObject(body) || !isPlainRequest(body)) check(requestSchema, body, '')
  checkMessages(body as WireRequest) // either check has just shown that the body fits
  return message as WireMessage<WireRequest> // shown by the check
}
