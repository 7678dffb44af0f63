import { byteAt } from './base64-bytes.ts'

/** Width and height in pixels, from the header of the image. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Size of a PNG, JPEG, GIF or WebP, from its header; `undefined` for other data, and for data that ends too early. Decodes only the few
 * bytes that it needs.
 */
export function readImageSize(base64: string): ImageSize | undefined {
  if (base64.startsWith('iVBORw0KGgo')) return found(number(base64, 16, 4), number(base64, 20, 4))
  if (base64.startsWith('R0lGOD')) return found(little(base64, 6, 2), little(base64, 8, 2))
  if (base64.startsWith('/9j/')) return sizeOfJpeg(base64)
  return base64.startsWith('UklGR') && base64.startsWith('XRUJQ', 11) ? sizeOfWebp(base64) : undefined
}

function found(width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Big-endian number; -1 if a byte is missing. */
function number(base64: string, at: number, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index++) {
    const byte = byteAt(base64, at + index)
    if (byte < 0) return -1
    value = value * 256 + byte
  }
  return value
}

/** Little-endian number; -1 if a byte is missing. */
function little(base64: string, at: number, bytes: number): number {
  let value = 0
  for (let index = bytes - 1; index >= 0; index--) {
    const byte = byteAt(base64, at + index)
    if (byte < 0) return -1
    value = value * 256 + byte
  }
  return value
}

/** Colour profiles and previews stand before the frame, in segments of at most 64 KB. */
const mostSegments = 512

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf B.2.2: the frame header is the first of SOF0 to SOF15 that is no table. */
function sizeOfJpeg(base64: string): ImageSize | undefined {
  let at = 2
  for (let segment = 0; segment < mostSegments; segment++) {
    if (byteAt(base64, at) !== 0xff) return undefined
    const marker = byteAt(base64, at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return found(number(base64, at + 7, 2), number(base64, at + 5, 2))
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      const length = number(base64, at + 2, 2)
      if (length < 2) return undefined
      at += 2 + length
    }
  }
  return undefined
}

/** https://developers.google.com/speed/webp/docs/riff_container: lossy, lossless, or extended with a canvas. */
function sizeOfWebp(base64: string): ImageSize | undefined {
  switch (number(base64, 12, 4)) {
    case 0x56503820: // 'VP8 ': two fields of 14 bits, each with two of scale
      return found(little(base64, 26, 2) % 0x4000, little(base64, 28, 2) % 0x4000)
    case 0x5650384c: {
      // 'VP8L': two fields of 14 bits
      const bits = little(base64, 21, 4)
      return bits < 0 ? undefined : found((bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1)
    }
    case 0x56503858: {
      // 'VP8X'
      const width = little(base64, 24, 3)
      const height = little(base64, 27, 3)
      return width < 0 || height < 0 ? undefined : found(width + 1, height + 1)
    }
    default:
      return undefined
  }
}
