import type { CacheTtl, InputUsage } from '@interlingua/core'
import type { CacheRules } from './cache-rules.ts'

/** The price of an input, in tokens that are neither read nor written. */
export function inputPrice({ fresh = 0, cacheRead = 0, cacheWriteByTtl = {} }: InputUsage, { price }: Pick<CacheRules, 'price'>): number {
  const written = Object.entries(cacheWriteByTtl).reduce(
    (sum, [ttl, tokens]) => sum + (tokens ?? 0) * (price.write[ttl as CacheTtl] ?? 1), // the keys of the record
    0,
  )
  return fresh + cacheRead * price.read + written
}
