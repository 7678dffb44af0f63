import type { Bitmap } from '../paint/bitmap.ts'

/** The content of a video. */
export interface Video {
  /** The width in pixels, which is even. */
  readonly width: number
  readonly height: number
  /** The number of frames. */
  readonly frames: number
  /** The number of frames a second. The video lasts exactly `frames / rate` seconds. */
  readonly rate: number
  /** The text in the middle. */
  readonly prompt: string
  /** A small line above the text that names the demo. */
  readonly label: string
  /** The seed of the colours. */
  readonly seed: string
  /** The images to include, of which the first is the ground. */
  readonly inputs: readonly Bitmap[]
  /** True for a visible mark in the corner. */
  readonly watermark: boolean
}
