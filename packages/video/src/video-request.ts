import type { Node, Source } from '@interlingua/core'

/** A wish for videos, in no family's spelling. */
export interface VideoRequest extends Node {
  readonly model: string
  readonly prompt: string
  /** Absent: 1. */
  readonly count?: number
  /** Seconds; -1: the model decides. */
  readonly duration?: number
  /** In place of a duration. */
  readonly frames?: number
  /** `480p`, `720p`, `1080p`, `4k`. */
  readonly resolution?: string
  /** `16:9`, or `adaptive`. */
  readonly aspectRatio?: string
  /** Pixels. A family that says sizes in words has `resolution` and `aspectRatio` beside it, and they agree. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly audio?: boolean
  readonly seed?: number
  readonly negativePrompt?: string
  /** A visible mark. */
  readonly watermark?: boolean
  /** Who may be shown: `allow_all`, `allow_adult`, `dont_allow`. */
  readonly people?: string
  /** Whether the upstream may write the prompt anew. */
  readonly promptRewrite?: boolean
  readonly fps?: number
  readonly cameraFixed?: boolean
  /** The last frame is wanted as an image, too. */
  readonly returnLastFrame?: boolean
  /** A cheap preview. */
  readonly draft?: boolean
  readonly serviceTier?: string
  /** Seconds after which the upstream gives up. */
  readonly expiresAfter?: number
  readonly priority?: number
  /** The hosted tools that the upstream may use (`web-search`). */
  readonly tools?: readonly string[]
  readonly user?: string
  /** What the video is made of, beside the prompt, in order. */
  readonly inputs?: readonly VideoInput[]
  /** Inputs may come from the upstream's library of licensed material (`asset://…`). */
  readonly assets?: boolean
}

export type VideoRole =
  | 'first-frame'
  | 'last-frame'
  | 'reference-image'
  | 'reference-video'
  | 'reference-audio'
  | 'source-video'
  | 'source-task'
  | 'draft-task'

export interface VideoInput extends Node {
  readonly role: VideoRole
  /** Absent where `task` is there. `file` sources and `asset://` URLs mean something to their own upstream alone. */
  readonly source?: Source
  /** The id of an earlier task, as the caller knows it; whoever sends it puts the upstream's in its place. */
  readonly task?: string
}
