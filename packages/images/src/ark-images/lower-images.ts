import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import { plainImages } from '../plain-images.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import type { Limits } from './limits.ts'

/** Makes the images legal for Ark: URLs, or data URLs with a type in lower case. */
export function lowerImages(draft: Draft<ImageRequest>, limits: Limits): void {
  const { images } = draft
  if (images === undefined) return
  if (images.length === 0) {
    delete draft.images
    return
  }
  if (limits.images === 0) refuse(format, draft, 'images', 'the model takes no images')
  if (images.length > limits.images) refuse(format, draft, 'images', `at most ${limits.images} images`)
  draft.images = plainImages(draft, format)
}
