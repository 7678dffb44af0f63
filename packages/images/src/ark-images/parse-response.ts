import { checkLimits, type Context, type WireReply } from '@interlingua/core'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { responseSchema, type WireArkResponse } from './wire.ts'

/** Throws a WireError for what is no document of images: an error with status 200 is none. */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireArkResponse> {
  checkLimits(format, reply.body, context.limits)
  check(format, responseSchema, reply.body)
  return reply as WireReply<WireArkResponse> // just checked
}
