import type { Bitmap } from '../paint/bitmap.ts'
import { drawBitmap } from '../paint/draw-bitmap.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Size } from '../../images/size.ts'
import type { Film } from './film.ts'
import { filmSize } from './film-size.ts'

/** What decides a video, in the words of every vendor. */
export interface FilmWish {
  readonly model: string
  /** As it came. */
  readonly prompt: string
  /** The size that it stands for. */
  readonly size: Size
  /** Its shape, where the size is only near to that. */
  readonly shape?: Size
  readonly seconds: number
  /** Frames of a second, where whole seconds do not do. */
  readonly rate?: number
  /** Which of several it is, from 0. */
  readonly index?: number
  readonly seed?: number
  readonly inputs?: readonly Bitmap[]
  readonly watermark?: boolean
}

/** Enough to see that it moves. */
const usual = 4

/** A video in the demo's size. What is given with the wish is kept no larger than it will be seen. */
export function filmOf(wish: FilmWish): Film {
  const { model, size, seconds, rate = usual, index = 0, seed, inputs = [], watermark = false } = wish
  const prompt = stripDirectives(wish.prompt)
  const { width, height } = filmSize(wish.shape ?? size)
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
