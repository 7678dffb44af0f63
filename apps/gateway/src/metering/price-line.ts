import type { CacheTtl } from '@interlingua/core'

/** Prices in millionths of a millionth of the currency for a token: whole numbers, since prices for a million tokens have six digits at most. */
export interface PriceLine {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** For what was written with a lifetime that is not told. */
  readonly cacheWrite: number
  readonly cacheWriteByTtl: Readonly<Partial<Record<CacheTtl, number>>>
  /** For a request, in the same unit. */
  readonly request: number
  /** For an image that was made, likewise. */
  readonly image: number
  /** For a video that was made, likewise. */
  readonly video: number
}
