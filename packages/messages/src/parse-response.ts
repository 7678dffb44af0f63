import { isJsonObject } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { isPlainResponse, responseSchema } from './wire/response-schemas.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Checks the body of a response and returns its input. Throws a `WireError` or a `LimitError`. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  checkLimits('messages', reply.body, context.limits)
  const { body } = reply
  if (!isJsonObject(body) || !isPlainResponse(body)) check(responseSchema, body, '')
  return reply as WireReply<WireResponse> // either check has just shown that the body fits
}
