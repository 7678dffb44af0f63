import type { JsonObject } from '@interlingua/core'

/** The JSON body of a request. Any other body becomes an empty object, which the shape refuses. */
export function jsonOf(body: JsonObject | FormData | undefined): JsonObject {
  return body === undefined || body instanceof FormData ? {} : body
}
