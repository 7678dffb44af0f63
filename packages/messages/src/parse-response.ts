import { checkLimits } from '@interlingua/core'
import type { Context, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { responseSchema } from './wire/response-schemas.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Checks the body of an answer; throws `WireError` or `LimitError`. Returns its input. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  checkLimits('messages', reply.body, context.limits)
  check(responseSchema, reply.body, '')
  return reply as WireReply<WireResponse> // the schema has just shown that it is one
}
