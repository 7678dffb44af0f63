import type { Usage } from '@interlingua/core'
import type { UsageTokens } from './usage-record.ts'
import { wholeCount } from './whole-count.ts'

/** The buckets of a record. */
export function tokensOfUsage({ input, output }: Usage): UsageTokens {
  const tokens: { -readonly [Bucket in keyof UsageTokens]: UsageTokens[Bucket] } = {}
  const set = (bucket: keyof UsageTokens, count: number | undefined): void => {
    const whole = wholeCount(count)
    if (whole !== undefined) tokens[bucket] = whole
  }
  set('input', input.total)
  set('fresh', input.fresh)
  set('cacheRead', input.cacheRead)
  set('cacheWrite', input.cacheWrite)
  set('toolUse', input.toolUse)
  set('output', output.total)
  set('reasoning', output.reasoning)
  return tokens
}
