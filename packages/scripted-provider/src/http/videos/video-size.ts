import type { Size } from '../../images/size.ts'

/** The longer side of every video of the demo, in pixels. */
const longest = 320

/** The size of a demo video: the asked shape in few pixels, with even sides as the encoder requires. */
export function videoSize({ width, height }: Size): Size {
  const scale = longest / Math.max(width, height)
  return { width: even(width * scale), height: even(height * scale) }
}

function even(pixels: number): number {
  return Math.max(16, Math.round(pixels / 2) * 2)
}
