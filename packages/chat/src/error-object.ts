import type { JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'

/** Error object of a document: `error` itself, or the document if a compatible server has no such key. */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  return typeof error === 'string' ? { ...wire, message: error } : wire
}
