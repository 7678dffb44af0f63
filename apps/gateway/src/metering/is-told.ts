import type { InputUsage, OutputUsage } from '@interlingua/core'
import { wholeCount } from './whole-count.ts'

const buckets = ['total', 'fresh', 'cacheRead', 'cacheWrite', 'toolUse', 'reasoning'] as const

/** Whether an upstream told a total, and nothing beside it that cannot be. */
export function isTold(counts: InputUsage & OutputUsage): boolean {
  if (counts.total === undefined) return false
  for (const bucket of buckets) if (counts[bucket] !== undefined && wholeCount(counts[bucket]) === undefined) return false
  return true
}
