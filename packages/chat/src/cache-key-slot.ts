import type { Context } from '@interlingua/core'
import type { CacheKeySlot } from '@interlingua/core/edge'
import { readDialect } from './profiles.ts'

/** Slot of a conversation's cache key: as the dialect says, else where the model's requests are routed by it. */
export function cacheKeySlot({ dialect, model }: Context): CacheKeySlot | undefined {
  const { cacheKey } = readDialect(dialect)
  if (cacheKey === 'x-grok-conv-id') return { header: cacheKey }
  return cacheKey === 'prompt_cache_key' || (cacheKey === undefined && model?.cacheRouting === true) ? 'body' : undefined
}
