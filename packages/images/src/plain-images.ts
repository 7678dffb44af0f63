import { WireError, type Format } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from './image-request.ts'

/**
 * The images of a request for an upstream that takes http(s) URLs and data URLs, with their types in lower case. Throws a WireError for any
 * other image; the mask is not checked.
 */
export function plainImages(request: ImageRequest, format: Format): readonly ImageInput[] {
  return (request.images ?? []).map((image) => {
    const { source } = image
    if (source.type === 'url' && /^https?:/i.test(source.url)) return image
    if (source.type !== 'inline')
      throw new WireError(format, image.at ?? placeOf(request, 'images'), 'expected an http(s) URL or the image itself')
    const mime = source.mime.toLowerCase()
    return mime === source.mime ? image : { ...image, source: { ...source, mime } }
  })
}
