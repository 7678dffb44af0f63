import { coarsen } from './coarsen.ts'
import { paint } from './paint.ts'
import type { Picture } from './picture.ts'
import { encodeImage } from './encode-image.ts'

interface Made {
  readonly image: Buffer
  readonly previews: readonly Buffer[]
}

const most = 64
const largest = 256 * 1024
/** The latest images, at most 16 MB: clients often repeat a request, and JPEG takes time. */
const remembered = new Map<string, Made>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes the file of an image, and before it a file for each coarseness of its previews (in pixels). Paints one image at a time, since an
 * image of 4,096 by 4,096 takes 64 MB.
 */
export function makeImage(picture: Picture, previews: readonly number[] = []): Promise<Made> {
  const turn = last.then(() => make(picture, previews))
  last = turn.catch(() => undefined)
  return turn
}

async function make(picture: Picture, sides: readonly number[]): Promise<Made> {
  const { inputs = [], mask: _mask, ...request } = picture
  const key = JSON.stringify([request, sides])
  const known = inputs.length === 0 ? remembered.get(key) : undefined
  if (known) return known
  const bitmap = await paint(picture)
  const previews: Buffer[] = []
  for (const side of sides) previews.push(await encodeImage(coarsen(bitmap, side), picture))
  const made = { image: await encodeImage(bitmap, picture), previews }
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
