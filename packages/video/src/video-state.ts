import type { Failure, JsonObject, Node, Usage } from '@interlingua/core'

/** The state of a task, as decoded from an upstream's answer. */
export type VideoState =
  | { readonly state: 'queued' | 'running'; readonly progress?: number; readonly facts?: VideoFacts }
  | { readonly state: 'succeeded'; readonly videos: readonly VideoResult[]; readonly facts?: VideoFacts; readonly usage?: Usage }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure; readonly facts?: VideoFacts }
  /** An unknown word of the upstream's, which leaves the task in its state. */
  | { readonly state: 'unknown'; readonly word: string }

/** The place of a video: a URL, its bytes, or a path of the upstream. */
export type VideoResult = Node &
  (
    | {
        readonly type: 'url'
        readonly url: string
        readonly mime?: string
        /** True for a URL that needs the upstream's credential. */
        readonly keyed?: true
      }
    | { readonly type: 'inline'; readonly base64: string; readonly mime?: string }
    /** A path of the upstream, to which the channel's base URL and credential are added. */
    | { readonly type: 'path'; readonly path: string; readonly mime?: string }
  )

/** The properties of the video in the upstream's wording. An absent one is unknown. */
export interface VideoFacts {
  readonly duration?: number
  readonly ratio?: string
  readonly resolution?: string
  readonly size?: string
  readonly audio?: boolean
  readonly seed?: number
  readonly lastFrameUrl?: string
  /** The time in seconds since the epoch. */
  readonly createdAt?: number
  readonly updatedAt?: number
  /** The time until which the result can be fetched, in seconds since the epoch. */
  readonly expiresAt?: number
  readonly usage?: JsonObject
}
