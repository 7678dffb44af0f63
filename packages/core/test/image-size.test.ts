import { Buffer } from 'node:buffer'
import { assert, property, stringMatching, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImageSize, sniffImage } from '../src/adapter-author.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): string =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))).toString('base64')

const size = (value: number, length: number): readonly number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256)
const little = (value: number, length: number): readonly number[] => size(value, length).toReversed()

const png = (width: number, height: number): string =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', size(width, 4), size(height, 4), [8, 6, 0, 0, 0])
const jpeg = (width: number, height: number, before = 0): string =>
  bytes(
    [0xff, 0xd8],
    ...Array.from({ length: before }, () => [0xff, 0xe2, 0xff, 0xff, ...Array.from({ length: 65_533 }, () => 0xc0)]),
    [0xff, 0xc4, 0, 4, 0, 0],
    [0xff, 0xff, 0xc2, 0, 17, 8, ...size(height, 2), ...size(width, 2), 3],
  )
const gif = (width: number, height: number): string => bytes('GIF89a', little(width, 2), little(height, 2), [0, 0, 0])
const riff = (name: string, data: readonly number[]): string =>
  bytes('RIFF', little(4 + 8 + data.length, 4), 'WEBP', name, little(data.length, 4), data)
const lossy = (width: number, height: number): string =>
  riff('VP8 ', [0x30, 1, 0, 0x9d, 1, 0x2a, ...little(width, 2), ...little(height + 0x4000, 2)])
const lossless = (width: number, height: number): string => riff('VP8L', [0x2f, ...little(width - 1 + (height - 1) * 0x4000 + 2 ** 28, 4)])
const extended = (width: number, height: number): string => riff('VP8X', [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])

describe('the size of an image by its header', () => {
  it.each([
    ['image/png', png, 9000, 12],
    ['image/jpeg', jpeg, 8001, 300],
    ['image/gif', gif, 640, 480],
    ['image/webp', lossy, 2001, 7],
    ['image/webp', lossless, 16_000, 2],
    ['image/webp', extended, 70_000, 3],
  ] as const)('%s', (mime, make, width, height) => {
    const image = make(width, height)
    expect(readImageSize(image)).toStrictEqual({ width, height })
    expect(sniffImage(image)).toBe(mime)
  })

  it('is found behind large segments of a JPEG, without decoding them', () => {
    expect(readImageSize(jpeg(3000, 2000, 40))).toStrictEqual({ width: 3000, height: 2000 })
  })

  it('is unknown where the header ends early, at every length', () => {
    for (const image of [png(5, 5), jpeg(5, 5), gif(5, 5), lossy(5, 5), lossless(5, 5), extended(5, 5)]) {
      const whole = Buffer.from(image, 'base64')
      for (let length = 0; length < whole.length; length++) {
        const read = readImageSize(whole.subarray(0, length).toString('base64'))
        expect(read === undefined || (read.width === 5 && read.height === 5)).toBe(true)
      }
    }
  })

  it('never throws, whatever the text', () => {
    const heads = stringMatching(/^(iVBORw0KGgo|R0lGOD|\/9j\/|UklGRAAAAAAXRUJQ)[A-Za-z0-9+/=\n-]{0,80}$/)
    assert(property(heads, (text) => readImageSize(text) === undefined || sniffImage(text) !== undefined))
    assert(
      property(uint8Array({ maxLength: 60 }), (data) => {
        const read = readImageSize(`/9j/${Buffer.from(data).toString('base64')}`)
        return read === undefined || (read.width > 0 && read.height > 0)
      }),
    )
  })

  it('does not take a sound, or two letters, for an image', () => {
    expect(sniffImage(bytes('RIFF', little(36, 4), 'WAVEfmt '))).toBeUndefined()
    expect(sniffImage(Buffer.from('BM is a word').toString('base64'))).toBeUndefined()
    expect(sniffImage(bytes('BM', little(70, 4), [0, 0, 0, 0], little(54, 4)))).toBe('image/bmp')
  })
})
