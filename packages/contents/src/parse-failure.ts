import type { WireReply } from '@interlingua/core'
import { isJsonObject, parseJson } from '@interlingua/core'
import type { WireFailure } from './wire/wire-response.ts'

/** Takes any body: HTML, empty and plain text have no document; a list (a failed stream in array framing) has its first one. */
export function parseFailure(reply: WireReply<unknown>): WireReply<WireFailure | undefined> {
  const body = typeof reply.body === 'string' ? parseJson(reply.body) : reply.body
  const document: unknown = Array.isArray(body) ? body[0] : body
  return { status: reply.status, headers: reply.headers, body: isJsonObject(document) ? document : undefined }
}
