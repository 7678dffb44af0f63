import type { Size } from '../../images/size.ts'

/** The longer side of every video of the demo, in pixels. */
const longest = 320

/** So many pixels of the asked shape: the demo's videos are small, whatever size they stand for. Both are even, as the encoder wants them. */
export function filmSize({ width, height }: Size): Size {
  const scale = longest / Math.max(width, height)
  return { width: even(width * scale), height: even(height * scale) }
}

function even(pixels: number): number {
  return Math.max(16, Math.round(pixels / 2) * 2)
}
