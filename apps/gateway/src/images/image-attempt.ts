import type { Context } from '@interlingua/core'
import type { ImageRequest, ImageServer, ImageUpstream } from '@interlingua/images'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'

/** What a client wishes, in the dialect that it speaks. */
export interface ImageWish {
  readonly exchange: Exchange
  readonly server: ImageServer
  /** The client's side. */
  readonly client: Context
  /** As the client said it. */
  readonly request: ImageRequest
}

/** How a wish is fulfilled at one target. */
export interface ImageAttempt extends ImageWish {
  readonly target: Target
  readonly paints: ImageUpstream
  /** The upstream's side. */
  readonly upstream: Context
  /** What it takes, legal for the upstream: one call or several. */
  readonly calls: readonly ImageRequest[]
  /** How the client gets its images; absent: as they come. */
  readonly delivery?: 'url' | 'base64'
}
