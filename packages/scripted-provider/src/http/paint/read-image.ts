import type { Bitmap } from './bitmap.ts'
import { loadCanvas } from './load-canvas.ts'

/** The limit of pixels, which take 256 MB. */
const mostPixels = 64 * 1024 * 1024

/**
 * Reads the pixels of a PNG, JPEG, GIF, BMP or TIFF file, or a grey square for WebP, which the library lacks. `undefined` for a file that
 * is no image, or that is too large.
 */
export async function readImage(file: Uint8Array): Promise<Bitmap | undefined> {
  if (isHuge(file)) return undefined
  if (isWebp(file)) return { width: 1, height: 1, data: new Uint8Array([128, 128, 128, 255]) }
  const { Jimp } = (await loadCanvas()).library
  try {
    const { width, height, data } = (await Jimp.fromBuffer(withoutTail(Buffer.from(file.buffer, file.byteOffset, file.byteLength)))).bitmap
    return { width, height, data }
  } catch {
    return undefined
  }
}

function isWebp(file: Uint8Array): boolean {
  const word = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  return word(0) === 'RIFF' && word(8) === 'WEBP'
}

/** The file without the bytes after the end of a PNG, which the library refuses. */
function withoutTail(file: Buffer): Buffer {
  const end = file.readUInt32BE(0) === 0x89504e47 ? file.lastIndexOf('IEND') : -1
  return end < 0 ? file : file.subarray(0, end + 8)
}

/** True for a PNG whose header states more pixels than the demo has memory for. A small file may do so. */
function isHuge(file: Uint8Array): boolean {
  if (file.length < 24) return false
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return view.getUint32(0) === 0x89504e47 && view.getUint32(16) * view.getUint32(20) > mostPixels
}
