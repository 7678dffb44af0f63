import type { Failure, JsonObject, Node, Usage } from '@interlingua/core'

/** What an upstream says of a task. */
export type VideoState =
  | { readonly state: 'queued' | 'running'; readonly progress?: number; readonly facts?: VideoFacts }
  | { readonly state: 'succeeded'; readonly videos: readonly VideoResult[]; readonly facts?: VideoFacts; readonly usage?: Usage }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure; readonly facts?: VideoFacts }
  /** A word that nobody knows: the task stays as it was. */
  | { readonly state: 'unknown'; readonly word: string }

/** Where a video is. */
export type VideoResult = Node &
  (
    | {
        readonly type: 'url'
        readonly url: string
        readonly mime?: string
        /** The upstream gives it only to whoever brings its credential. */
        readonly keyed?: true
      }
    | { readonly type: 'inline'; readonly base64: string; readonly mime?: string }
    /** At a path of the upstream (before which the channel's base goes), with its credential. */
    | { readonly type: 'path'; readonly path: string; readonly mime?: string }
  )

/** What was made, or is being made, as the upstream words it. Absent is unknown. */
export interface VideoFacts {
  readonly duration?: number
  readonly ratio?: string
  readonly resolution?: string
  readonly size?: string
  readonly audio?: boolean
  readonly seed?: number
  readonly lastFrameUrl?: string
  /** Seconds since the epoch. */
  readonly createdAt?: number
  readonly updatedAt?: number
  /** Until when the result can be had. */
  readonly expiresAt?: number
  readonly usage?: JsonObject
}
