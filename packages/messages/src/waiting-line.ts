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
  const line = new Map<Writing, Delta[]>()
  let buffered = 0
  return {
    isEmpty: () => line.size === 0,
    buffered: () => buffered,
    add(writing, ...deltas) {
      const waiting = line.get(writing)
      if (waiting) waiting.push(...deltas)
      else line.set(writing, [...deltas])
      for (const delta of deltas) buffered += deltaSize(delta)
    },
    take() {
      for (const [writing, deltas] of line) {
        line.delete(writing)
        for (const delta of deltas) buffered -= deltaSize(delta)
        return { writing, deltas }
      }
      return undefined
    },
    end() {
      for (const writing of line.keys()) writing.ended = true
    },
  }
}
