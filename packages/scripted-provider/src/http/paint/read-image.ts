import type { Bitmap } from './bitmap.ts'
import { loadEasel } from './load-easel.ts'

/** 256 MB. */
const mostPixels = 64 * 1024 * 1024

/** The pixels of a PNG, JPEG, GIF, BMP or TIFF file. WebP, which the library lacks, is a grey square. `undefined`: no image, or too large a one. */
export async function readImage(file: Uint8Array): Promise<Bitmap | undefined> {
  if (isHuge(file)) return undefined
  if (isWebp(file)) return { width: 1, height: 1, data: new Uint8Array([128, 128, 128, 255]) }
  const { Jimp } = (await loadEasel()).library
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

/** What stands behind the end of a PNG is nobody's business; the library would not have it. */
function withoutTail(file: Buffer): Buffer {
  const end = file.readUInt32BE(0) === 0x89504e47 ? file.lastIndexOf('IEND') : -1
  return end < 0 ? file : file.subarray(0, end + 8)
}

/** Whether a PNG says of itself that it has more pixels than the demo has memory for: a small file may say so of nothing. */
function isHuge(file: Uint8Array): boolean {
  if (file.length < 24) return false
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return view.getUint32(0) === 0x89504e47 && view.getUint32(16) * view.getUint32(20) > mostPixels
}
