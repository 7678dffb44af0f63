import type { Delta } from '@interlingua/core'
import { deltaSize } from './delta-size.ts'
import type { OpenPart } from './open-part.ts'

/** Parts that wait while a call is open, in the order in which they came. */
export interface PendingParts {
  isEmpty(): boolean
  /** Memory of the waiting deltas, estimated in UTF-16 units. */
  buffered(): number
  /** Queues the part, once, with the deltas behind its earlier ones. */
  add(open: OpenPart, ...deltas: readonly Delta[]): void
  /** Takes the first part, with all its deltas. */
  take(): { readonly open: OpenPart; readonly deltas: readonly Delta[] } | undefined
  /** Notes that no more deltas come for any of them. */
  end(): void
}

export function createPendingParts(): PendingParts {
  const pending = new Map<OpenPart, Delta[]>()
  // A map alone is slow to find its first key, once earlier ones are deleted.
  let order: OpenPart[] = []
  let first = 0
  let buffered = 0
  return {
    isEmpty: () => pending.size === 0,
    buffered: () => buffered,
    add(open, ...deltas) {
      const known = pending.get(open)
      if (known) known.push(...deltas)
      else {
        pending.set(open, [...deltas])
        order.push(open)
      }
      for (const delta of deltas) buffered += deltaSize(delta)
    },
    take() {
      const openedPart = order[first]
      const deltas = openedPart && pending.get(openedPart)
      if (openedPart === undefined || deltas === undefined) return undefined
      pending.delete(openedPart)
      if (++first === order.length) {
        order = []
        first = 0
      }
      for (const delta of deltas) buffered -= deltaSize(delta)
      return { open: openedPart, deltas }
    },
    end() {
      for (const opened of pending.keys()) opened.ended = true
    },
  }
}
