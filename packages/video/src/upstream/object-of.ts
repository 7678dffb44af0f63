import { isJsonObject, WireError, type Format, type JsonObject, type WireReply } from '@interlingua/core'

/** The JSON object of an answer. Throws a WireError where it is none. */
export function objectOf({ body }: WireReply<unknown>, format: Format): JsonObject {
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer is no JSON object')
  return body
}
