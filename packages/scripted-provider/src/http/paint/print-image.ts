import type { Bitmap } from './bitmap.ts'
import { loadEasel } from './load-easel.ts'
import type { Picture } from './picture.ts'

/** A bitmap as a file. PNG without filters: for areas of one colour that is both the fastest and the smallest. */
export async function printImage(
  { width, height, data }: Bitmap,
  { mime, quality = 90 }: Pick<Picture, 'mime' | 'quality'>,
): Promise<Buffer> {
  const { Jimp } = (await loadEasel()).library
  const image = Jimp.fromBitmap({ width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) })
  return mime === 'image/png'
    ? image.getBuffer('image/png', { deflateLevel: 6, deflateStrategy: 0, filterType: 0 })
    : image.getBuffer('image/jpeg', { quality: Math.max(1, quality) })
}
