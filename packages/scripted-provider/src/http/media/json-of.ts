import type { JsonObject } from '@interlingua/core'

/** The body of a request that only JSON makes sense for. */
export function jsonOf(body: JsonObject | FormData | undefined): JsonObject {
  return body === undefined || body instanceof FormData ? {} : body
}
