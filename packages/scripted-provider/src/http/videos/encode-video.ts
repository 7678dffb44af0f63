import { setImmediate as nextTick } from 'node:timers/promises'
import type { Bitmap } from '../paint/bitmap.ts'
import { paint } from '../paint/paint.ts'
import type { Video } from './video.ts'
import { loadEncoder } from './load-encoder.ts'

/** Encodes an MP4 file (H.264, without sound). Yields to other work after each frame, which takes two milliseconds. */
export async function encodeVideo(video: Video): Promise<Buffer> {
  const { width, height, frames, rate } = video
  const still = await paint({ ...video, mime: 'image/png' })
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

/** The frame of a share of the video: the still image, with a growing bar at the bottom and a blinking square above it. */
function frameOf({ width, height, data }: Bitmap, share: number, index: number): Uint8Array {
  const frame = new Uint8Array(data)
  const pixels = new Uint32Array(frame.buffer)
  const bar = Math.max(2, Math.round(height / 32))
  for (let y = height - bar; y < height; y++) pixels.fill(white, y * width, y * width + Math.round(width * share))
  if (index % 2 === 0) for (let y = height - 3 * bar; y < height - 2 * bar; y++) pixels.fill(white, y * width + bar, y * width + 2 * bar)
  return frame
}

const white = 0xffffffff
