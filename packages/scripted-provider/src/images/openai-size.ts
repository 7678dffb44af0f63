import { parseSize } from './parse-size.ts'
import type { Size } from './size.ts'

const classic = ['1024x1024', '1024x1536', '1536x1024']
const leastPixels = 655_360
const mostPixels = 3840 * 2160
const longestEdge = 3840

/** The size that OpenAI would make, or a text with the fault. The default `auto` is a square. */
export function openaiSize(model: string, size = 'auto'): Size | string {
  if (size === 'auto') return { width: 1024, height: 1024 }
  if (/gpt-image-1/.test(model))
    return (
      (classic.includes(size) ? parseSize(size) : undefined) ??
      `Invalid size '${size}'. Supported sizes are ${classic.join(', ')}, and auto.`
    )
  const found = parseSize(size)
  if (!found) return `Invalid size '${size}'. Expected WIDTHxHEIGHT, for example 1536x864, or auto.`
  const { width, height } = found
  if (width % 16 !== 0 || height % 16 !== 0) return `Invalid size '${size}'. Width and height must both be divisible by 16.`
  if (Math.max(width, height) > 3 * Math.min(width, height)) return `Invalid size '${size}'. The aspect ratio must be between 1:3 and 3:1.`
  if (Math.max(width, height) > longestEdge) return `Invalid size '${size}'. The longest edge must be at most ${longestEdge} pixels.`
  if (width * height < leastPixels || width * height > mostPixels)
    return `Invalid size '${size}'. The image must have from ${leastPixels} to ${mostPixels} pixels.`
  return found
}
