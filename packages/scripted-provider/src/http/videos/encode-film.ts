import { setImmediate as nextTick } from 'node:timers/promises'
import type { Bitmap } from '../paint/bitmap.ts'
import { paint } from '../paint/paint.ts'
import type { Film } from './film.ts'
import { loadEncoder } from './load-encoder.ts'

/** An MP4 file (H.264, no sound). Frame by frame, with everyone else's turn between two of them: a frame takes two milliseconds. */
export async function encodeFilm(film: Film): Promise<Buffer> {
  const { width, height, frames, rate } = film
  const still = await paint({ ...film, mime: 'image/png' })
  const encoder = await loadEncoder()
  try {
    encoder.width = width
    encoder.height = height
    encoder.frameRate = rate
    encoder.speed = 10
    encoder.quantizationParameter = 30
    encoder.groupOfPictures = frames
    encoder.initialize()
    for (let i = 0; i < frames; i++) {
      encoder.addFrameRgba(frameOf(still, (i + 1) / frames, i))
      await nextTick()
    }
    encoder.finalize()
    const file = Buffer.from(encoder.FS.readFile(encoder.outputFilename))
    encoder.FS.unlink(encoder.outputFilename)
    return file
  } finally {
    encoder.delete()
  }
}

/** The still, with a bar along the foot that has grown to a share of the width, and a square above it that comes and goes. */
function frameOf({ width, height, data }: Bitmap, share: number, index: number): Uint8Array {
  const frame = new Uint8Array(data)
  const pixels = new Uint32Array(frame.buffer)
  const bar = Math.max(2, Math.round(height / 32))
  for (let y = height - bar; y < height; y++) pixels.fill(white, y * width, y * width + Math.round(width * share))
  if (index % 2 === 0) for (let y = height - 3 * bar; y < height - 2 * bar; y++) pixels.fill(white, y * width + bar, y * width + 2 * bar)
  return frame
}

const white = 0xffffffff
