import { ratioOf, sidesOf } from './aspect-ratio.ts'

/**
 * The largest sides of exactly this ratio (`16:9`) within the area of a level (`2K`: 2048 x 2048); `undefined` where ratio or level is
 * invalid.
 */
export function shapeOf(ratio: string, level: string): { readonly width: number; readonly height: number } | undefined {
  const sides = sidesOf(ratio)
  const thousands = /^(\d(?:\.\d)?)K$/i.exec(level)?.[1]
  if (sides === undefined || thousands === undefined) return undefined
  const lowest = sidesOf(ratioOf(sides.width, sides.height)) ?? sides
  const area = (Number(thousands) * 1024) ** 2
  const times = Math.floor(Math.sqrt(area / (lowest.width * lowest.height)))
  return times === 0 ? undefined : { width: lowest.width * times, height: lowest.height * times }
}
