import { checkLimits, type Context, type WireReply } from '@interlingua/core'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { responseSchema, type WireDashscopeResponse } from './wire.ts'

/** Throws a WireError for what is no answer: DashScope tells errors with status 200 too, and those have no output. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireDashscopeResponse> {
  checkLimits(format, reply.body, context.limits)
  check(format, responseSchema, reply.body)
  return reply as WireReply<WireDashscopeResponse> // just checked
}
