import { readImageSize } from '../media/read-image-size.ts'
import type { ModelProfile } from '../model-profile.ts'
import type { MediaPart } from '../part.ts'

export interface ImageLimits {
  readonly isTooLarge: (part: MediaPart) => boolean
  /** Counts an image that is sent, in the order of the conversation. */
  readonly count: (part: MediaPart) => void
  /** Images to leave out, so that the rest is taken. */
  readonly tooMany: () => ReadonlySet<MediaPart>
}

/** Images left out at once: if each new image pushed out one old image, every request would begin differently, and no cache would hit. */
const block = 10

/** Checks images against a model's limits on number and size; `undefined` if the model has none. */
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

/** Adds the oldest images, in whole blocks. */
function give(out: Set<MediaPart>, images: readonly MediaPart[], over: number): void {
  if (over <= 0) return
  for (const image of images.slice(0, Math.ceil(over / block) * block)) out.add(image)
}

function lengthOf({ source }: MediaPart): number {
  return source.type === 'inline' ? source.base64.length : 0
}

/** Longer side of an image in pixels; 0 if unknown. */
function sideOf({ source }: MediaPart): number {
  const size = source.type === 'inline' ? readImageSize(source.base64) : undefined
  return size === undefined ? 0 : Math.max(size.width, size.height)
}
