import type { JsonObject } from '@interlingua/core'
import type { WireItem } from './shapes/read-item.ts'

/** An answer that was kept, with all that led to it. */
export interface StoredResponse {
  /** The input, what was stored before it included. */
  readonly input: readonly WireItem[]
  readonly document: JsonObject
  /** It runs in the background: the first who asks for it finds it done. */
  readonly queued?: boolean
  /** About how many characters all this is. */
  readonly size: number
}

/** What a provider remembers of its answers: the newest ones. */
export interface ResponseStore {
  get(id: string): StoredResponse | undefined
  /** The output item of a stored answer. */
  item(id: string): JsonObject | undefined
  put(id: string, stored: StoredResponse): void
  delete(id: string): boolean
}

/** Keeps as many answers, and about as many characters, as it may; the oldest go first. */
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
