import type { Bitmap } from '../paint/bitmap.ts'
import { drawBitmap } from '../paint/draw-bitmap.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Size } from '../../images/size.ts'
import type { Video } from './video.ts'
import { videoSize } from './video-size.ts'

/** The properties of a video, in any vendor's wording. */
export interface VideoOptions {
  readonly model: string
  /** The prompt with its directives. */
  readonly prompt: string
  /** The size that the request asks for. */
  readonly size: Size
  /** The shape, where the size does not state it exactly. */
  readonly shape?: Size
  readonly seconds: number
  /** The number of frames a second, where the default does not divide the duration evenly. */
  readonly rate?: number
  /** The index among several videos, from 0. */
  readonly index?: number
  readonly seed?: number
  readonly inputs?: readonly Bitmap[]
  readonly watermark?: boolean
}

/** The default number of frames a second, which is enough to show motion. */
const usual = 4

/** The video of a request in the demo's size. Input images are shrunk to the size at which they are shown. */
export function videoOf(request: VideoOptions): Video {
  const { model, size, seconds, rate = usual, index = 0, seed, inputs = [], watermark = false } = request
  const prompt = stripDirectives(request.prompt)
  const { width, height } = videoSize(request.shape ?? size)
  return {
    width,
    height,
    frames: Math.max(1, Math.round(seconds * rate)),
    rate,
    prompt,
    label: `Demo provider (no real model): ${model}, ${size.width}x${size.height}`,
    seed: `${prompt} ${index} ${seed ?? ''}`,
    inputs: inputs.map((input) => shrink(input, Math.max(width, height))),
    watermark,
  }
}

function shrink(bitmap: Bitmap, side: number): Bitmap {
  const scale = side / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return bitmap
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const small = { width, height, data: new Uint8Array(width * height * 4) }
  drawBitmap(small, bitmap, { x: 0, y: 0, width, height })
  return small
}
