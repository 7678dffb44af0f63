import { crc32, inflateSync } from 'node:zlib'

/** Reads the size and pixels of a PNG file by hand, where no row is filtered. Throws for a wrong check sum or length. */
export function decodePng(base64: string | Uint8Array): {
  readonly width: number
  readonly height: number
  pixel(x: number, y: number): readonly number[]
} {
  const file = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(base64)
  if (file.subarray(0, 8).toString('hex') !== '89504e470d0a1a0a') throw new Error('no PNG')
  const chunks: { readonly type: string; readonly data: Buffer }[] = []
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    const type = file.subarray(at + 4, at + 8).toString('latin1')
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(at + 8 + length)) throw new Error(`wrong check sum of ${type}`)
    chunks.push({ type, data: file.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  const header = chunks[0]
  if (header?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') throw new Error('not from IHDR to IEND')
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const pixels = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
  const row = 1 + width * 4
  if (header.data[8] !== 8 || header.data[9] !== 6 || pixels.length !== height * row) throw new Error('not 8 bits of four channels')
  return {
    width,
    height,
    pixel: (x, y) => {
      if (pixels[y * row] !== 0) throw new Error('a filtered row')
      return [...pixels.subarray(y * row + 1 + x * 4, y * row + 5 + x * 4)]
    },
  }
}
