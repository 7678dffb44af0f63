import type { Bitmap } from './bitmap.ts'
import { loadEasel } from './load-easel.ts'

/** The pixels of a PNG, JPEG, GIF, BMP or TIFF file. WebP, which the library lacks, is a grey square. `undefined`: no image. */
export async function readImage(file: Uint8Array): Promise<Bitmap | undefined> {
  if (isWebp(file)) return { width: 1, height: 1, data: new Uint8Array([128, 128, 128, 255]) }
  const { Jimp } = await loadEasel()
  try {
    const { width, height, data } = (await Jimp.fromBuffer(Buffer.from(file.buffer, file.byteOffset, file.byteLength))).bitmap
    return { width, height, data }
  } catch {
    return undefined
  }
}

function isWebp(file: Uint8Array): boolean {
  const word = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  return word(0) === 'RIFF' && word(8) === 'WEBP'
}
