import type { Context, JsonObject } from '@interlingua/core'
import type { AskedVideo, VideoModel, VideoRequest, VideoUpstream } from '@interlingua/video'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { VideoStyle } from './video-style.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** What a caller wishes. */
export interface VideoWish {
  readonly exchange: Exchange
  readonly body: JsonObject
  readonly style: VideoStyle
  /** The caller's word for this wish, under which it may come again; absent: it said none. */
  readonly idempotencyKey?: IdempotencyKey
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
  /** What was asked for, of which the upstream may say nothing. */
  readonly asked: AskedVideo
  /** Seconds after which the upstream gives up. */
  readonly expiresAfter?: number
}
