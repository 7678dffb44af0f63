import type { JsonObject } from '@interlingua/core'
import type { WireItem } from './shapes/read-item.ts'

/** A stored answer with the conversation before it. */
export interface StoredResponse {
  /** The whole input, with the stored conversation before it. */
  readonly input: readonly WireItem[]
  readonly document: JsonObject
  /** True for an answer in the background, which is complete when it is first polled. */
  readonly queued?: boolean
  /** The approximate number of characters of the answer. */
  readonly size: number
}

/** The store of a provider's latest answers. */
export interface ResponseStore {
  get(id: string): StoredResponse | undefined
  /** An output item of a stored answer. */
  item(id: string): JsonObject | undefined
  put(id: string, stored: StoredResponse): void
  delete(id: string): boolean
}

/** Creates a store with limits of answers and of characters, above which the oldest answers are dropped. */
export function createResponseStore(capacity = 1000, characters = 64_000_000): ResponseStore {
  const stored = new Map<string, StoredResponse>()
  const items = new Map<string, JsonObject>()
  let size = 0
  const remove = (id: string): boolean => {
    const response = stored.get(id)
    size -= response?.size ?? 0
    for (const item of outputOf(response)) items.delete(String(item['id']))
    return stored.delete(id)
  }
  return {
    get: (id) => stored.get(id),
    item: (id) => items.get(id),
    put(id, response) {
      remove(id)
      stored.set(id, response)
      size += response.size
      for (const item of outputOf(response)) items.set(String(item['id']), item)
      for (const oldest of stored.keys()) {
        if (stored.size <= capacity && size <= characters) return
        remove(oldest)
      }
    },
    delete: remove,
  }
}

function outputOf(response: StoredResponse | undefined): readonly JsonObject[] {
  const output = response?.document['output']
  return Array.isArray(output) ? (output as readonly JsonObject[]) : [] // the demo's own output items are objects
}
