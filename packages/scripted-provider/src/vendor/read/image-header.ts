import { bytesOf } from './bytes-of.ts'

/** The type and size that the first bytes of a file state. Without a width the bytes do not tell the size. */
export interface ImageHeader {
  readonly mime: string
  readonly width?: number
  readonly height?: number
}

/** The number of bytes that a JPEG may have before its size. */
const enough = 256 * 1024

/** Reads the type and size of an image from its first bytes; `undefined` for a type that the vendors do not know. */
export function imageHeader(base64: string): ImageHeader | undefined {
  const start = bytesOf(base64, 32)
  if (begins(start, 0x89, 0x50, 0x4e, 0x47)) return { mime: 'image/png', width: big(start, 16, 4), height: big(start, 20, 4) }
  if (begins(start, 0x47, 0x49, 0x46, 0x38)) return { mime: 'image/gif', width: little(start, 6, 2), height: little(start, 8, 2) }
  if (begins(start, 0xff, 0xd8, 0xff)) return { mime: 'image/jpeg', ...jpegSize(bytesOf(base64, enough)) }
  if (begins(start, 0x42, 0x4d)) return { mime: 'image/bmp' }
  if (begins(start, 0x52, 0x49, 0x46, 0x46) && letters(start, 8) === 'WEBP') return { mime: 'image/webp', ...webpSize(start) }
  return undefined
}

function begins(bytes: Uint8Array, ...with_: readonly number[]): boolean {
  return with_.every((byte, i) => bytes[i] === byte)
}

function letters(bytes: Uint8Array, from: number): string {
  return String.fromCharCode(...bytes.slice(from, from + 4))
}

function big(bytes: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let i = 0; i < length; i++) value = value * 256 + (bytes[from + i] ?? 0)
  return value
}

function little(bytes: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[from + i] ?? 0)
  return value
}

/** The size in the first frame's header, which follows any number of other segments. */
function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (frame) return { height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) }
    at += 2 + big(bytes, at + 2, 2)
  }
  return undefined
}

function webpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  switch (letters(bytes, 12)) {
    case 'VP8X':
      return { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 }
    case 'VP8L': {
      const bits = little(bytes, 21, 4)
      return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 }
    }
    case 'VP8 ':
      return { width: little(bytes, 26, 2) % 16_384, height: little(bytes, 28, 2) % 16_384 }
    default:
      return undefined
  }
}
