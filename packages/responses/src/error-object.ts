import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'

/** Error object of a document or event: `error` itself, or the document if there is no such key (the flat `error` event). */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  if (typeof error === 'string') return { ...wire, message: error }
  // The type of a flat event is always `error`, and no word for a failure.
  return wire.type === 'error' ? { ...wire, type: null } : wire
}
