import { isJsonObject, WireError, type Format, type JsonObject, type WireReply } from '@interlingua/core'

/** The JSON object of an answer. Throws a WireError for any other body. */
export function objectOf({ body }: WireReply<unknown>, format: Format): JsonObject {
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer is no JSON object')
  return body
}
