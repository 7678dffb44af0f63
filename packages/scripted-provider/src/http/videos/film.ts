import type { Bitmap } from '../paint/bitmap.ts'

/** What a video is to show. */
export interface Film {
  /** Pixels, both even. */
  readonly width: number
  readonly height: number
  /** A whole number. */
  readonly frames: number
  /** Frames of a second. The video lasts exactly `frames / rate` seconds. */
  readonly rate: number
  /** The text in the middle. */
  readonly prompt: string
  /** A small line above it: who made this. */
  readonly label: string
  /** Decides the colours. */
  readonly seed: string
  /** Images that it must include. The first is its ground. */
  readonly inputs: readonly Bitmap[]
  /** A visible mark in the corner. */
  readonly watermark: boolean
}
