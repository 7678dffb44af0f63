import { Jimp } from 'jimp'

/** A PNG of one pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** A PNG of this size, of one colour, without `opaque` to be looked through. */
export async function picture(width: number, height: number, opaque = true): Promise<Buffer> {
  return new Jimp({ width, height, color: opaque ? 0x336699ff : 0x33669900 }).getBuffer('image/png')
}
