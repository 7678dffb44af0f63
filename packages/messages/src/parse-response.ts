import { checkLimits, isJsonObject } from '@interlingua/core'
import type { Context, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { isPlainResponse, responseSchema } from './wire/response-schemas.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Checks the body of an answer; throws `WireError` or `LimitError`. Returns its input. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  checkLimits('messages', reply.body, context.limits)
  const { body } = reply
  if (!isJsonObject(body) || !isPlainResponse(body)) check(responseSchema, body, '')
  return reply as WireReply<WireResponse> // one of the two has just shown that it is one
}
