import type { Failure } from '@interlingua/core'
import type { VideoFamily } from './video-family.ts'
import type { VideoFacts } from './video-state.ts'

/** A task as a client may see it, for the encoders of this package. */
export interface VideoTask {
  /** The service's own id of the task (`task_…`), the only id that a client sees. */
  readonly id: string
  readonly family: VideoFamily
  /**
   * The model in the caller's name, beside `upstreamModel` in the upstream's. Both are the caller's where the upstream's name is to be
   * hidden.
   */
  readonly model: string
  readonly upstreamModel: string
  /** The upstream's id of the first operation; absent before the upstream accepted it, or where it is to be hidden. */
  readonly operation?: string
  readonly state: 'created' | 'submitted' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired'
  /** The progress from 0 to 100, as the upstream reports it; absent where it reports none. */
  readonly progress?: number
  /** The time in seconds since the epoch. */
  readonly createdAt: number
  readonly settledAt?: number
  /** The URLs of the videos for the caller, as links or data URLs. An answer with room for one video has the first. */
  readonly urls?: readonly string[]
  readonly failure?: Failure
  readonly facts?: VideoFacts
  /** The values of the request, as far as the caller stated them. */
  readonly asked?: AskedVideo
  /** The time until which the videos can be fetched, in seconds since the epoch. */
  readonly expiresAt?: number
}

/** The values of a request that an upstream's answer may leave out. */
export interface AskedVideo {
  readonly duration?: number
  readonly size?: { readonly width: number; readonly height: number }
  readonly resolution?: string
  readonly aspectRatio?: string
  /** The id of the task whose video was the source. */
  readonly remixOf?: string
}
