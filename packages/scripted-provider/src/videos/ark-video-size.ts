import { ratioSize } from '../images/ratio-size.ts'
import type { Size } from '../images/size.ts'

const ratios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const
/** The side of a square with the area of each level. */
const sides: Readonly<Record<string, number>> = { '480p': 640, '720p': 960, '1080p': 1440, '4k': 2880 }

/** The ratio of a video: the named one, or else the nearest to the first image, or else 16:9. */
export function arkVideoRatio(ratio: string, image: Size | undefined): string {
  if (ratio !== 'adaptive') return ratio
  if (!image) return '16:9'
  const wanted = image.width / image.height
  const far = (one: string): number => Math.abs(Math.log(valueOf(one) / wanted))
  return ratios.reduce<string>((best, one) => (far(one) < far(best) ? one : best), '16:9')
}

/** The size of a level in a ratio. */
export function arkVideoSize(resolution: string, ratio: string): Size {
  const { width, height } = ratioShape(ratio)
  return ratioSize(width, height, sides[resolution] ?? 960)
}

/** The smallest size of a ratio. */
export function ratioShape(ratio: string): Size {
  const [width = 16, height = 9] = ratio.split(':').map(Number)
  return { width, height }
}

function valueOf(ratio: string): number {
  const { width, height } = ratioShape(ratio)
  return width / height
}
