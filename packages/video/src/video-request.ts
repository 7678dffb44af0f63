import type { Node, Source } from '@interlingua/core'

/** A request for videos, independent of the family's wording. */
export interface VideoRequest extends Node {
  readonly model: string
  readonly prompt: string
  /** The number of videos; absent, 1. */
  readonly count?: number
  /** The duration in seconds; -1 lets the model decide. */
  readonly duration?: number
  /** The number of frames, instead of a duration. */
  readonly frames?: number
  /** The resolution, for instance `480p`, `720p`, `1080p` or `4k`. */
  readonly resolution?: string
  /** The aspect ratio, for instance `16:9`, or `adaptive`. */
  readonly aspectRatio?: string
  /** The size in pixels. A request that states the size in words has `resolution` and `aspectRatio` as well, which agree with it. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly audio?: boolean
  readonly seed?: number
  readonly negativePrompt?: string
  /** True for a visible watermark. */
  readonly watermark?: boolean
  /** The people that may be shown: `allow_all`, `allow_adult`, `dont_allow`. */
  readonly people?: string
  /** True where the upstream may rewrite the prompt. */
  readonly promptRewrite?: boolean
  readonly fps?: number
  readonly cameraFixed?: boolean
  /** True where the last frame is returned as an image as well. */
  readonly returnLastFrame?: boolean
  /** True for a cheap preview instead of a video. */
  readonly draft?: boolean
  readonly serviceTier?: string
  /** The time in seconds after which the upstream gives up. */
  readonly expiresAfter?: number
  readonly priority?: number
  /** The hosted tools that the upstream may use (`web-search`). */
  readonly tools?: readonly string[]
  readonly user?: string
  /** The inputs of the video beside the prompt, in order. */
  readonly inputs?: readonly VideoInput[]
  /** True where inputs may come from the upstream's library of licensed material (`asset://…`). */
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
  /** The content of the input; absent where `task` is given. A `file` source or an `asset://` URL is valid only at its own upstream. */
  readonly source?: Source
  /** The caller's id of an earlier task, which is replaced by the upstream's id before sending. */
  readonly task?: string
}
