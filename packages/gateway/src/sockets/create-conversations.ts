import type { RememberedItems } from '../server/socket-turn.ts'

/** Response of a lane that the next request may go on from. */
export interface RememberedResponse extends RememberedItems {
  readonly id: string
}

/** Latest responses of all connections of this process, by the object that holds each. */
export interface Conversations<Holder extends object> {
  get(holder: Holder): RememberedResponse | undefined
  /** Remembers a response in place of the holder's earlier one; those used longest ago are forgotten where there are too many. */
  set(holder: Holder, response: RememberedResponse): void
  delete(holder: Holder): void
  /** Characters of all that is remembered. */
  readonly size: number
}

/** Makes the memory of `most` characters; a response that is larger alone is not remembered. */
export function createConversations<Holder extends object>(most: number): Conversations<Holder> {
  // A map keeps the order of insertion, so its first entry is the one used longest ago.
  const kept = new Map<Holder, RememberedResponse>()
  let size = 0

  function forget(holder: Holder): void {
    size -= kept.get(holder)?.size ?? 0
    kept.delete(holder)
  }

  return {
    get(holder) {
      const found = kept.get(holder)
      if (found === undefined) return undefined
      kept.delete(holder)
      kept.set(holder, found)
      return found
    },
    set(holder, response) {
      forget(holder)
      if (response.size > most) return
      kept.set(holder, response)
      size += response.size
      for (const oldest of kept.keys()) {
        if (size <= most) break
        forget(oldest)
      }
    },
    delete: forget,
    get size() {
      return size
    },
  }
}
