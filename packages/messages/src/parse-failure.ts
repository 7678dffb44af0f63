import { isJsonObject } from '@interlingua/core'
import type { WireReply } from '@interlingua/core'
import type { WireFailure } from './wire/wire-response.ts'

/** Finds the error document; the body is `undefined` if there is none (an HTML page of a proxy, an empty body). Total. */
export function parseFailure(reply: WireReply<unknown>): WireReply<WireFailure | undefined> {
  const { body } = reply
  const known = isJsonObject(body) && isJsonObject(body.error)
  return { status: reply.status, headers: reply.headers, body: known ? (body as unknown as WireFailure) : undefined } // has `error`; a missing `type` is tolerated
}
