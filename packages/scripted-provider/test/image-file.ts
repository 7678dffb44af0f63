import { Jimp } from 'jimp'

/** Makes a PNG of one colour and this size, with a transparent left part. */
export async function imageFile(width: number, height: number, color: number, transparent = 0): Promise<Buffer> {
  const image = new Jimp({ width, height, color })
  image.scan(0, 0, transparent, height, (_x, _y, at) => {
    image.bitmap.data[at + 3] = 0
  })
  return image.getBuffer('image/png')
}
