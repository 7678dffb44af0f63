import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'

/** The error object of a document or event: `error` itself, or the document where a server has no such key (the flat `error` event). */
export function errorObject(wire: JsonObject): JsonObject {
  const { error } = wire
  if (isJsonObject(error)) return error
  if (typeof error === 'string') return { ...wire, message: error }
  // The type of a flat event is `error`, which says nothing.
  return wire.type === 'error' ? { ...wire, type: null } : wire
}
