import type { Bitmap } from './bitmap.ts'

/** The content of an image. */
export interface Picture {
  /** The width in pixels. */
  readonly width: number
  readonly height: number
  /** The text in the middle. */
  readonly prompt: string
  /** A small line above the text that names the demo. */
  readonly label: string
  /** The seed of the colours. */
  readonly seed: string
  /** The images to include, of which the first is the ground. */
  readonly inputs?: readonly Bitmap[]
  /** The mask, whose transparent pixels mark where the first input may change. */
  readonly mask?: Bitmap
  /** True for an image with a transparent ground. */
  readonly transparent?: boolean
  /** True for a visible mark in the corner. */
  readonly watermark?: boolean
  readonly mime: 'image/png' | 'image/jpeg'
  /** The quality of JPEG, from 0 to 100. */
  readonly quality?: number
}
