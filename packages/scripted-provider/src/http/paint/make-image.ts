import { coarsen } from './coarsen.ts'
import { paint } from './paint.ts'
import type { Picture } from './picture.ts'
import { printImage } from './print-image.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * A file with an image, and before it one for each coarseness (in pixels) of its previews. One at a time, however many are asked for: an
 * image of 4,096 by 4,096 takes 64 MB while it is painted.
 */
export function makeImage(
  picture: Picture,
  previews: readonly number[] = [],
): Promise<{ readonly image: Buffer; readonly previews: readonly Buffer[] }> {
  const turn = last.then(() => make(picture, previews))
  last = turn.catch(() => undefined)
  return turn
}

async function make(picture: Picture, previews: readonly number[]) {
  const bitmap = await paint(picture)
  const files: Buffer[] = []
  for (const side of previews) files.push(await printImage(coarsen(bitmap, side), picture))
  return { image: await printImage(bitmap, picture), previews: files }
}
