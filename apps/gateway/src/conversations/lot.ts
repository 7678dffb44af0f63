import type { Json, JsonObject } from '@interlingua/core'
import type { StoredDocument } from '../store/stored-document.ts'

/** Items that came into a conversation together, each with the id under which it is listed. */
export interface Lot {
  readonly items: readonly Json[]
  readonly ids: readonly string[]
}

export function readLot({ body }: StoredDocument): Lot {
  const { items, ids } = body
  return {
    items: Array.isArray(items) ? (items as readonly Json[]) : [], // written by `writeLot`
    ids: Array.isArray(ids) ? (ids as readonly string[]) : [], // as above
  }
}

export function writeLot({ items, ids }: Lot): JsonObject {
  return { items, ids }
}
