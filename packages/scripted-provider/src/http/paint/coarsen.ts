import type { Bitmap } from './bitmap.ts'
import { drawBitmap } from './draw-bitmap.ts'

/** The same image in squares of `side` pixels, as in a preview. */
export function coarsen(bitmap: Bitmap, side: number): Bitmap {
  const small = empty(Math.ceil(bitmap.width / side), Math.ceil(bitmap.height / side))
  drawBitmap(small, bitmap, { x: 0, y: 0, ...small })
  const large = empty(bitmap.width, bitmap.height)
  drawBitmap(large, small, { x: 0, y: 0, ...large })
  return large
}

function empty(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(width * height * 4) }
}
