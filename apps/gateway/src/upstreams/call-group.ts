import type { Dispatcher } from 'undici'

/** Calls that are made beside each other, for one answer: they count as one attempt, and what ends one of them ends all. */
export interface CallGroup {
  /** No further call is to begin. */
  over: boolean
  /** One of them has been counted. */
  counted: boolean
  readonly running: Set<Dispatcher.DispatchController>
}
