import { hashText } from '../../embeddings/hash-text.ts'
import type { Area } from './area.ts'
import type { Bitmap } from './bitmap.ts'

const bands = 24

/** Fills an area with bands of dark colours that the seed decides. */
export function fillGround({ width, data }: Bitmap, seed: string, area: Area): void {
  const hash = hashText(seed)
  const from = [40 + (hash & 63), 40 + ((hash >>> 6) & 63), 40 + ((hash >>> 12) & 63)]
  const to = [20 + ((hash >>> 18) & 127), 20 + ((hash >>> 24) & 127), 20 + ((hash >>> 10) & 127)]
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)
  for (let row = 0; row < area.height; row++) {
    const share = Math.floor((row * bands) / area.height) / bands
    const [red = 0, green = 0, blue = 0] = from.map((start, i) => Math.round(start + ((to[i] ?? 0) - start) * share))
    const begin = (area.y + row) * width + area.x
    pixels.fill((0xff000000 | (blue << 16) | (green << 8) | red) >>> 0, begin, begin + area.width)
  }
}
