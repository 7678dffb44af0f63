import type { Area } from './area.ts'
import type { Bitmap } from './bitmap.ts'

/** Draws a bitmap over another, stretched to an area within it. Takes the nearest pixels, which is good enough for a demo. */
export function drawBitmap(target: Bitmap, source: Bitmap, { x, y, width, height }: Area): void {
  const to = target.data
  const from = source.data
  for (let row = 0; row < height; row++) {
    const above = Math.floor((row * source.height) / height) * source.width
    let at = ((y + row) * target.width + x) * 4
    for (let column = 0; column < width; column++, at += 4) {
      const near = (above + Math.floor((column * source.width) / width)) * 4
      const alpha = from[near + 3] ?? 0
      if (alpha === 0) continue
      const rest = 255 - alpha
      for (let i = 0; i < 3; i++) to[at + i] = ((from[near + i] ?? 0) * alpha + (to[at + i] ?? 0) * rest) / 255
      to[at + 3] = Math.max(alpha, to[at + 3] ?? 0)
    }
  }
}
