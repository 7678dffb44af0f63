import type { DashscopeModel } from './dashscope-model.ts'
import { parseSize } from './parse-size.ts'
import type { Size } from './size.ts'

/** The size that DashScope would make, or a text with the fault. */
export function dashscopeSize(asked: string | undefined, model: DashscopeModel): Size | string {
  const { sizes, levels, leastPixels, mostPixels, standard } = model
  if (asked !== undefined && leastPixels === Infinity && sizes.length === 0) return 'The parameter size is not supported by this model.'
  const text = asked ?? standard
  if (levels.includes(text)) {
    const side = Number.parseFloat(text) * 1024
    return { width: side, height: side }
  }
  const found = parseSize(text, '*')
  if (!found) return `The size ${text} does not match WIDTH*HEIGHT${levels.length > 0 ? ` or ${levels.join(', ')}` : ''}.`
  if (sizes.length > 0 && !sizes.includes(text)) return `The size does not match the allowed size ${sizes.join(',')}.`
  const pixels = found.width * found.height
  if (asked !== undefined && (pixels < leastPixels || pixels > mostPixels))
    return `The size ${text} must have from ${leastPixels} to ${mostPixels} pixels.`
  return found
}
