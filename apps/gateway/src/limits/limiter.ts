import type { Ledger } from './ledger.ts'
import type { Spending } from './create-spending.ts'
import type { KeyCounters } from './key-counters.ts'
import type { OpenStreams } from './capacity.ts'

/** What keys used of their limits, whichever configuration is in force. */
export interface Limiter {
  readonly counters: KeyCounters
  /** Tokens of a minute, by key. */
  readonly tokens: Ledger
  readonly spending: Spending
  readonly streams: OpenStreams
  close(): Promise<void>
}
