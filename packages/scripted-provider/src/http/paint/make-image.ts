import { coarsen } from './coarsen.ts'
import { paint } from './paint.ts'
import type { Picture } from './picture.ts'
import { printImage } from './print-image.ts'

interface Made {
  readonly image: Buffer
  readonly previews: readonly Buffer[]
}

const most = 64
const largest = 256 * 1024
/** What was asked for lately: clients like to ask for the same again, and JPEG takes its time. At most 16 MB. */
const remembered = new Map<string, Made>()
let last: Promise<unknown> = Promise.resolve()

/**
 * A file with an image, and before it one for each coarseness (in pixels) of its previews. One at a time, however many are asked for: an
 * image of 4,096 by 4,096 takes 64 MB while it is painted.
 */
export function makeImage(picture: Picture, previews: readonly number[] = []): Promise<Made> {
  const turn = last.then(() => make(picture, previews))
  last = turn.catch(() => undefined)
  return turn
}

async function make(picture: Picture, sides: readonly number[]): Promise<Made> {
  const { inputs = [], mask: _mask, ...wish } = picture
  const key = JSON.stringify([wish, sides])
  const known = inputs.length === 0 ? remembered.get(key) : undefined
  if (known) return known
  const bitmap = await paint(picture)
  const previews: Buffer[] = []
  for (const side of sides) previews.push(await printImage(coarsen(bitmap, side), picture))
  const made = { image: await printImage(bitmap, picture), previews }
  if (inputs.length === 0) remember(key, made)
  return made
}

function remember(key: string, made: Made): void {
  const size = made.previews.reduce((sum, { length }) => sum + length, made.image.length + key.length)
  if (size > largest) return
  remembered.set(key, made)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= most) break
    remembered.delete(oldest)
  }
}
