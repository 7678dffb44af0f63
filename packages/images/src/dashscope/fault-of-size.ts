import type { ImageSize } from '../image-request.ts'
import type { SizeRule } from './models.ts'

/**
 * The reason why a family does not take a size; `undefined` where it does. `bounded` is true for an image that is made from others or
 * belongs to a group.
 */
export function faultOfSize(size: ImageSize, rule: SizeRule, bounded: boolean): string | undefined {
  if (size.type === 'auto') return undefined
  if (rule.type === 'none') return 'the model takes no size'
  if (rule.type === 'listed') {
    const fits = size.type === 'pixels' && rule.sizes.some(([width, height]) => width === size.width && height === size.height)
    return fits ? undefined : `expected one of ${rule.sizes.map(([width, height]) => `${width}x${height}`).join(', ')}`
  }
  const { levels, area, side, ratio } = rule
  if (size.type === 'class') {
    const most = bounded && area?.mostWithImages !== undefined ? levels.filter((level) => level !== '4K') : levels
    if (most.includes(size.name)) return undefined
    return most.length === 0 ? 'expected width x height in pixels' : `expected ${most.join(', ')}, or width x height in pixels`
  }
  const { width, height } = size
  if (side !== undefined && (Math.min(width, height) < side.least || Math.max(width, height) > side.most))
    return `each side has ${side.least} to ${side.most} pixels`
  if (area !== undefined) {
    const most = bounded ? (area.mostWithImages ?? area.most) : area.most
    if (width * height < area.least || width * height > most) return `${area.least} to ${most} pixels in all, not ${width}x${height}`
  }
  if (ratio !== undefined && Math.max(width, height) > ratio * Math.min(width, height))
    return `one side is at most ${ratio} times as long as the other`
  return undefined
}
