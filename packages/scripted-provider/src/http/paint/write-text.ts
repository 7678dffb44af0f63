import type { Area } from './area.ts'
import type { Bitmap } from './bitmap.ts'
import type { Canvas } from './load-canvas.ts'

/** The number of characters of a prompt that are shown. */
const shown = 300
/** The length from which a word is broken, because the library cuts off the ends of longer words. */
const longest = 18

/** Writes a text into the middle of an area, in the largest font that fits. */
export function writeText(canvas: Canvas, target: Bitmap, text: string, { x, y, width, height }: Area): void {
  const { library, fonts } = canvas
  const { Jimp, measureTextHeight, HorizontalAlign, VerticalAlign } = library
  const words = legible(text)
  const maxWidth = Math.max(1, Math.floor(width * 0.9))
  const font =
    fonts.find((one) => longest * one.common.lineHeight * 0.5 < maxWidth && measureTextHeight(one, words, maxWidth) <= height) ?? fonts[3]
  // The library draws into the same memory.
  const data = Buffer.from(target.data.buffer, target.data.byteOffset, target.data.byteLength)
  Jimp.fromBitmap({ width: target.width, height: target.height, data }).print({
    font,
    x: Math.round(x + (width - maxWidth) / 2),
    y,
    text: { text: words, alignmentX: HorizontalAlign.CENTER, alignmentY: VerticalAlign.MIDDLE },
    maxWidth,
    maxHeight: height,
  })
}

function legible(text: string): string {
  // The fonts have the letters of western Europe.
  const words = text
    .slice(0, shown)
    .replace(/\s+/g, ' ')
    .replace(/[^ -~\u00A1-\u00FF€]/gu, '?')
    .trim()
  return words.replace(new RegExp(`\\S{${longest}}(?=\\S)`, 'gu'), '$& ')
}
