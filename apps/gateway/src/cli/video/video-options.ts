import type { VideoFamily } from '@interlingua/video'

/** What `interlingua video` is told. */
export interface VideoOptions {
  readonly model?: string
  readonly out?: string
  readonly duration?: number
  readonly resolution?: string
  readonly ratio?: string
  readonly family?: VideoFamily
  readonly task?: string
  readonly url: string
  readonly key?: string
}
