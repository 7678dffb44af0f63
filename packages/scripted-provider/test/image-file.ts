import { Jimp } from 'jimp'

/** A PNG of one colour, and where its transparent part is on the left, of so many pixels. */
export async function imageFile(width: number, height: number, color: number, transparent = 0): Promise<Buffer> {
  const image = new Jimp({ width, height, color })
  image.scan(0, 0, transparent, height, (_x, _y, at) => {
    image.bitmap.data[at + 3] = 0
  })
  return image.getBuffer('image/png')
}
