import type { Context, Failure, WireReply } from '@interlingua/core'
import { decodeFailure as decode } from '../failure/decode-failure.ts'
import { format } from './format.ts'

export function decodeFailure(reply: WireReply<unknown>, context: Context): Failure {
  return decode(format, reply, context)
}
