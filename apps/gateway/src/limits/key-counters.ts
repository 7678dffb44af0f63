import type { AccountStore } from './account-store.ts'
import type { RateCounter } from './rate-counter.ts'

/** What keys used of their limits, by key id. */
export interface KeyCounters {
  /** Where it is counted. Only in memory it is counted for this process alone. */
  readonly kind: 'memory' | 'postgres' | 'redis'
  /** In windows of a minute. */
  readonly requests: RateCounter
  /** Tokens and money, which are reserved before they are known. Absent: whoever counts in memory needs no store. */
  readonly accounts?: AccountStore
  close(): Promise<void>
}
