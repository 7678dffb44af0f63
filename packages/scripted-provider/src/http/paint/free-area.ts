import type { Area } from './area.ts'
import type { Bitmap } from './bitmap.ts'

/** The smallest rectangle around the transparent pixels of a mask; `undefined` for a mask without any. */
export function freeArea({ width, height, data }: Bitmap): Area | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 3; y < height; y++)
    for (let x = 0; x < width; x++, at += 4)
      if (data[at] === 0) {
        if (x < left) left = x
        if (x > right) right = x
        if (y < top) top = y
        bottom = y
      }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
