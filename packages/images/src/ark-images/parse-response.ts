import type { Context, WireReply } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { responseSchema, type WireArkResponse } from './wire.ts'

/** Checks the body of an answer. Throws a WireError for a body without images, also for an error with status 200. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireArkResponse> {
  checkLimits(format, reply.body, context.limits)
  check(format, responseSchema, reply.body)
  return reply as WireReply<WireArkResponse> // just checked
}
