import type { Failure } from '@interlingua/core'
import type { VideoFamily } from './video-family.ts'
import type { VideoFacts } from './video-state.ts'

/** A task as a client may see it: what a server of the interface prints. */
export interface VideoTask {
  /** `task_…`: the caller's one name for it. */
  readonly id: string
  readonly family: VideoFamily
  /** As the caller named it, and as the upstream knows it (the caller's again where that is to be hidden). */
  readonly model: string
  readonly upstreamModel: string
  /** The upstream's id of the first operation; absent: it has none yet, or it is to be hidden. */
  readonly operation?: string
  readonly state: 'created' | 'submitted' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired'
  /** 0 to 100, as the upstream says. */
  readonly progress?: number
  /** Seconds since the epoch. */
  readonly createdAt: number
  readonly settledAt?: number
  /** Where the videos are, for the caller: data URLs or links. The first is the one that shapes with room for one print. */
  readonly urls?: readonly string[]
  readonly failure?: Failure
  readonly facts?: VideoFacts
  /** What was asked for, as far as it was said. */
  readonly asked?: AskedVideo
  /** Until when the videos can be had, in seconds since the epoch. */
  readonly expiresAt?: number
}

/** What a task was asked for, of which its upstream may say nothing. */
export interface AskedVideo {
  readonly duration?: number
  readonly size?: { readonly width: number; readonly height: number }
  readonly resolution?: string
  readonly aspectRatio?: string
  /** The task that it goes on from. */
  readonly remixOf?: string
}
