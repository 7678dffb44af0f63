import type { VideoFamily } from '../video-family.ts'

/** What is known of a model of videos. Data: whoever operates an upstream may know better. */
export interface VideoModel {
  readonly family: VideoFamily
  /** `2.0-fast`, `3.1`: for people, and for operators to name. */
  readonly tier: string
  /** Seconds: those of a list, or a range of whole ones; `auto`: -1 is taken, and lets the model decide. */
  readonly durations: readonly number[] | { readonly min: number; readonly max: number; readonly auto: boolean }
  readonly resolutions: readonly string[]
  readonly ratios: readonly string[]
  /** `false`: has no sound. `always`: has it, whatever is asked. */
  readonly audio: boolean | 'always'
  readonly mostVideos: number
  readonly lastFrame: boolean
  /** Most reference images, videos and audios; absent: none are taken. */
  readonly references?: { readonly images: number; readonly videos: number; readonly audios: number }
  /** Drafts can be made, and made into videos. */
  readonly drafts: boolean
  /** Options of the family that this model has not: they are refused, or told where the video is the same without them. */
  readonly lacks?: readonly ('frames' | 'flex' | 'tools' | 'cameraFixed')[]
  /** How many seconds a resolution is bound to, where it is. */
  readonly durationOf?: Readonly<Record<string, readonly number[]>>
}
