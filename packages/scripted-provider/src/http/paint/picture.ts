import type { Bitmap } from './bitmap.ts'

/** What an image is to show. */
export interface Picture {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The text in the middle. */
  readonly prompt: string
  /** A small line above it: who made this. */
  readonly label: string
  /** Decides the colours. */
  readonly seed: string
  /** Images that it must include. The first is its ground. */
  readonly inputs?: readonly Bitmap[]
  /** Its transparent places are where the first input may change. */
  readonly mask?: Bitmap
  /** Nothing but text in front of nothing. */
  readonly transparent?: boolean
  /** A visible mark in the corner. */
  readonly watermark?: boolean
  readonly mime: 'image/png' | 'image/jpeg'
  /** 0 to 100, of JPEG. */
  readonly quality?: number
}
