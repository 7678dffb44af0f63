import type { Context } from '@interlingua/core'
import type { CacheKeySlot } from '@interlingua/core/edge'
import { readDialect } from './profiles.ts'

/** Slot of a conversation's cache key: as the dialect says, else where the model's requests are routed by it. */
export function cacheKeySlot({ dialect, model }: Context): CacheKeySlot | undefined {
  return (readDialect(dialect).cacheKey ?? model?.cacheRouting === true) ? 'body' : undefined
}
