import { isJsonObject, parseJson } from '@interlingua/core'
import type { WireReply } from '@interlingua/core'
import type { WireFailure } from './wire/wire-response.ts'

/** Finds the error document; the body is `undefined` if there is none (an HTML page of a proxy, an empty body). Total. */
export function parseFailure(reply: WireReply<unknown>): WireReply<WireFailure | undefined> {
  const body = typeof reply.body === 'string' ? parseJson(reply.body) : reply.body
  return { status: reply.status, headers: reply.headers, body: isJsonObject(body) ? body : undefined }
}
