import { WireError } from '@interlingua/core'
import { type Draft, placeOf } from '@interlingua/dialects'
import type { ImageRequest } from '../image-request.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import type { Limits } from './limits.ts'

/** Ark takes URLs and data URLs, the type in lower case. */
export function lowerImages(draft: Draft<ImageRequest>, limits: Limits): void {
  const { images } = draft
  if (images === undefined) return
  if (images.length === 0) {
    delete draft.images
    return
  }
  if (limits.images === 0) refuse(format, draft, 'images', 'the model takes no images')
  if (images.length > limits.images) refuse(format, draft, 'images', `at most ${limits.images} images`)
  draft.images = images.map((image) => {
    const { source } = image
    if (source.type === 'url' && /^https?:/i.test(source.url)) return image
    if (source.type === 'inline') return { ...image, source: { ...source, mime: source.mime.toLowerCase() } }
    throw new WireError(format, image.at ?? placeOf(draft, 'images'), 'expected an http(s) URL or the image itself')
  })
}
