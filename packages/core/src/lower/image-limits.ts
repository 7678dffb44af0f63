import { readImageSize } from '../media/read-image-size.ts'
import type { ModelProfile } from '../model-profile.ts'
import type { MediaPart } from '../part.ts'

export interface ImageLimits {
  readonly isTooLarge: (part: MediaPart) => boolean
  /** Counts an image that is sent, in the order of the conversation. */
  readonly count: (part: MediaPart) => void
  /** The images that give way, so that what is left is taken. */
  readonly tooMany: () => ReadonlySet<MediaPart>
}

/**
 * So many go at once: if each new image pushed out one old one, the beginning of the conversation would be another in every request, and no
 * cache would know it.
 */
const block = 10

/** What a model says of the number and size of images; undefined where it says nothing. */
export function createImageLimits(limit: ModelProfile['imageLimit']): ImageLimits | undefined {
  if (limit === undefined) return undefined
  const { count = Infinity, side = Infinity, manyCount = Infinity, manySide = Infinity, bytes = Infinity } = limit
  const images: MediaPart[] = []
  return {
    isTooLarge: (part) => lengthOf(part) > bytes || (side < Infinity && sideOf(part) > side),
    count: (part) => void images.push(part),
    tooMany() {
      const out = new Set<MediaPart>()
      give(out, images, images.length - count)
      const left = images.length - out.size
      if (left > manyCount) {
        const large = images.filter((part) => !out.has(part) && sideOf(part) > manySide)
        give(out, large, left - manyCount)
      }
      return out
    },
  }
}

/** Adds the oldest, in whole blocks. */
function give(out: Set<MediaPart>, images: readonly MediaPart[], over: number): void {
  if (over <= 0) return
  for (const image of images.slice(0, Math.ceil(over / block) * block)) out.add(image)
}

function lengthOf({ source }: MediaPart): number {
  return source.type === 'inline' ? source.base64.length : 0
}

/** The longer side in pixels; 0 where nobody knows it. */
function sideOf({ source }: MediaPart): number {
  const size = source.type === 'inline' ? readImageSize(source.base64) : undefined
  return size === undefined ? 0 : Math.max(size.width, size.height)
}
