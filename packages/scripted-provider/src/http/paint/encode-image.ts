import type { Bitmap } from './bitmap.ts'
import { loadCanvas } from './load-canvas.ts'
import type { Picture } from './picture.ts'

/** Format of an image library's own list, which its types leave open. */
interface Format {
  readonly mime: string
  readonly encode?: (image: { width: number; height: number; data: Buffer }, options: object) => Promise<Buffer> | Buffer
}

/** Encodes a bitmap as a file. PNG is written without filters, which is both fastest and smallest for areas of one colour. */
export async function encodeImage(bitmap: Bitmap, { mime, quality = 90 }: Pick<Picture, 'mime' | 'quality'>): Promise<Buffer> {
  const { Jimp } = (await loadCanvas()).library
  const { width, height, data } = bitmap
  const image = Jimp.fromBitmap({ width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) })
  if (mime === 'image/png') return image.getBuffer('image/png', { deflateLevel: 6, deflateStrategy: 0, filterType: 0 })
  const options = { quality: Math.max(1, quality) }
  // Jimp lays every JPEG over a background, pixel by pixel, which takes longer than the encoding.
  const formats: readonly Format[] = isOpaque(bitmap) ? image.formats : []
  const jpeg = formats.find((format) => format.mime === 'image/jpeg')
  return jpeg?.encode?.(image.bitmap, options) ?? image.getBuffer('image/jpeg', options)
}

function isOpaque({ data }: Bitmap): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false
  return true
}
