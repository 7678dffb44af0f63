import type { ImageSize } from './image-request.ts'

/** `1024x1024`, `1024*1024`, `2K`, `1.5k`, `auto`; undefined for anything else. */
export function readSize(text: string): ImageSize | undefined {
  if (text === 'auto') return { type: 'auto' }
  const pixels = /^([1-9]\d{0,4})[x*X×]([1-9]\d{0,4})$/.exec(text)
  if (pixels) return { type: 'pixels', width: Number(pixels[1]), height: Number(pixels[2]) }
  return /^\d(\.\d)?[kK]$/.test(text) ? { type: 'class', name: text.toUpperCase() } : undefined
}

/** As OpenAI spells it (`1024x1024`), or with another sign between the sides. */
export function printSize(size: ImageSize, sign = 'x'): string {
  if (size.type === 'pixels') return `${size.width}${sign}${size.height}`
  return size.type === 'auto' ? 'auto' : size.name
}
