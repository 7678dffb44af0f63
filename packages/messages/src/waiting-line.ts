import type { Delta } from '@interlingua/core'
import { deltaSize } from './delta-size.ts'
import type { Writing } from './writing.ts'

/** Parts that cannot speak while a call is open, in the order in which they came. */
export interface WaitingLine {
  isEmpty(): boolean
  /** What the deltas that wait take of memory, about, in UTF-16 units. */
  buffered(): number
  /** Puts the part in line, once, and the deltas behind those that wait already. */
  add(writing: Writing, ...deltas: readonly Delta[]): void
  /** The first part, taken out of the line with all that it has to say. */
  take(): { readonly writing: Writing; readonly deltas: readonly Delta[] } | undefined
  /** Nothing more comes for any of them. */
  end(): void
}

export function createWaitingLine(): WaitingLine {
  const waiting = new Map<Writing, Delta[]>()
  // A map alone is slow to say which of its keys is the first, once those before it are gone.
  let order: Writing[] = []
  let first = 0
  let buffered = 0
  return {
    isEmpty: () => waiting.size === 0,
    buffered: () => buffered,
    add(writing, ...deltas) {
      const known = waiting.get(writing)
      if (known) known.push(...deltas)
      else {
        waiting.set(writing, [...deltas])
        order.push(writing)
      }
      for (const delta of deltas) buffered += deltaSize(delta)
    },
    take() {
      const writing = order[first]
      const deltas = writing && waiting.get(writing)
      if (writing === undefined || deltas === undefined) return undefined
      waiting.delete(writing)
      if (++first === order.length) {
        order = []
        first = 0
      }
      for (const delta of deltas) buffered -= deltaSize(delta)
      return { writing, deltas }
    },
    end() {
      for (const writing of waiting.keys()) writing.ended = true
    },
  }
}
