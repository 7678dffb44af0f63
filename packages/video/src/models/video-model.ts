import type { VideoFamily } from '../video-family.ts'

/** The limits of a model of videos, as plain data that an operator may replace with better values. */
export interface VideoModel {
  readonly family: VideoFamily
  /** The tier's name for people and for operators' configuration, for instance `2.0-fast` or `3.1`. */
  readonly tier: string
  /** The durations in whole seconds, as a list or a range. `auto` tells whether -1 is taken, which lets the model decide. */
  readonly durations: readonly number[] | { readonly min: number; readonly max: number; readonly auto: boolean }
  readonly resolutions: readonly string[]
  readonly ratios: readonly string[]
  /** `false` for a model without sound, `'always'` for a model that always makes sound, `true` where the request decides. */
  readonly audio: boolean | 'always'
  readonly maxVideos: number
  readonly lastFrame: boolean
  /** The largest number of references of each kind; absent, the model takes none. */
  readonly references?: { readonly images: number; readonly videos: number; readonly audios: number }
  /** True for a model that makes drafts and can turn a draft into a video. */
  readonly drafts: boolean
  /**
   * The options of the family that this model lacks. Such an option is refused, or dropped with a notice where the video is the same
   * without it.
   */
  readonly lacks?: readonly ('frames' | 'flex' | 'tools' | 'cameraFixed')[]
  /** The durations in seconds that each of these resolutions is limited to; a resolution that is not listed takes all. */
  readonly durationOf?: Readonly<Record<string, readonly number[]>>
}
