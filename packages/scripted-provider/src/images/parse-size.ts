import type { Size } from './size.ts'

/** Reads a size such as `1024x1536`, or with another sign between the sides. */
export function parseSize(text: string, sign = 'x'): Size | undefined {
  const [width = '', height = '', ...more] = text.split(sign)
  const digits = /^[1-9]\d{0,4}$/
  return more.length === 0 && digits.test(width) && digits.test(height) ? { width: Number(width), height: Number(height) } : undefined
}
