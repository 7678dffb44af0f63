import type { Context, JsonObject } from '@interlingua/core'
import type { VideoModel, VideoRequest, VideoUpstream } from '@interlingua/video'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { WishKey } from './wish-key.ts'

/** What a caller wishes. */
export interface VideoWish {
  readonly exchange: Exchange
  readonly body: JsonObject
  /** The caller's word for this wish, under which it may come again; absent: it said none. */
  readonly wishKey?: WishKey
}

/** How a wish is fulfilled at one target. */
export interface VideoAttempt extends VideoWish {
  readonly target: Target
  readonly films: VideoUpstream
  readonly model: VideoModel
  readonly context: Context
  /** What it takes, legal for the upstream. */
  readonly operations: readonly VideoRequest[]
  readonly prompt: string
  /** Seconds after which the upstream gives up. */
  readonly expiresAfter?: number
}
