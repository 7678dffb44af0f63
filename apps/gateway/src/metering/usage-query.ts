import type { UsageFilter, UsageGroup } from '../store/store.ts'

/** What somebody wants to know of the usage records. */
export interface UsageQuery {
  readonly filter: UsageFilter
  /** Sums by this, or over all; absent: the records themselves. */
  readonly by?: UsageGroup | 'all'
  readonly limit: number
  readonly before?: { readonly at: number; readonly id: string }
}
