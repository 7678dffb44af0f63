import type { ImageSize } from './image-request.ts'

/** Reads a size such as `1024x1024`, `1024*1024`, `2K`, `1.5k` or `auto`; `undefined` for any other text. */
export function parseSize(text: string): ImageSize | undefined {
  if (text === 'auto') return { type: 'auto' }
  const pixels = /^([1-9]\d{0,4})[x*X×]([1-9]\d{0,4})$/.exec(text)
  if (pixels) return { type: 'pixels', width: Number(pixels[1]), height: Number(pixels[2]) }
  return /^\d(\.\d)?[kK]$/.test(text) ? { type: 'class', name: text.toUpperCase() } : undefined
}

/** Writes a size in OpenAI's form (`1024x1024`), or with another sign between the sides. */
export function formatSize(size: ImageSize, sign = 'x'): string {
  if (size.type === 'pixels') return `${size.width}${sign}${size.height}`
  return size.type === 'auto' ? 'auto' : size.name
}
