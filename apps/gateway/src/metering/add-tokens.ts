import type { UsageTokens } from './usage-record.ts'

/** The sum of both, bucket by bucket. */
export function addTokens(one: UsageTokens, other: UsageTokens): UsageTokens {
  const sum: Record<string, number> = { ...one }
  for (const [bucket, count] of Object.entries(other)) sum[bucket] = (sum[bucket] ?? 0) + count
  return sum
}
