import type { Context, Failure, WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import { format } from './format.ts'

export function decodeFailure(reply: WireReply<unknown>, context: Context): Failure {
  return readFailure(reply, format, context)
}
