import type { InputUsage } from './response.ts'

/** Input usage for sources that count uncached tokens apart (messages): the total is the sum. */
export function inputFromBuckets(buckets: Omit<InputUsage, 'total'>): InputUsage {
  const total = (buckets.fresh ?? 0) + (buckets.cacheRead ?? 0) + (buckets.cacheWrite ?? 0) + (buckets.toolUse ?? 0)
  return buckets.fresh === undefined ? buckets : { total, ...buckets }
}

/** Input usage for sources that count everything in one total (chat, responses): the fresh part is the rest, never below 0. */
export function inputFromTotal(input: Omit<InputUsage, 'fresh'> & { readonly total: number }): InputUsage {
  const rest = (input.cacheRead ?? 0) + (input.cacheWrite ?? 0) + (input.toolUse ?? 0)
  return { ...input, fresh: Math.max(0, input.total - rest) }
}
