import type { RateCounter } from './rate-counter.ts'

/** What keys used of their limits, by key id. */
export interface KeyCounters {
  /** Where it is counted. Only in memory it is counted for this process alone. */
  readonly kind: 'memory' | 'postgres' | 'redis'
  /** In windows of a minute. */
  readonly requests: RateCounter
  readonly tokens: RateCounter
  /** Millionths of the currency, by key and period. Windows are short: what was spent is known from the usage records. */
  readonly spending: RateCounter
  close(): Promise<void>
}
