import type { JsonObject } from '@interlingua/core'
import type { MediaForm } from './media-dialect.ts'

/** The body of a request that only JSON makes sense for. */
export function jsonOf(body: JsonObject | MediaForm | undefined): JsonObject {
  return body === undefined || isForm(body) ? {} : body
}

function isForm(body: JsonObject | MediaForm): body is MediaForm {
  return body['form' as keyof typeof body] instanceof FormData
}
