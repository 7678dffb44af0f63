import type { JsonObject } from '@interlingua/core'
import { dataUrlOf } from '../data-url.ts'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import type { Family } from './models.ts'

/** The content of a message: the prompt and the images, in the order of the family. */
export function contentOf({ prompt, images = [] }: ImageRequest, { textFirst }: Family): readonly JsonObject[] {
  const pictures = images.map((image) => ({ image: urlOf(image) }))
  const texts = prompt === undefined ? [] : [{ text: prompt }]
  return textFirst ? [...texts, ...pictures] : [...pictures, ...texts]
}

/** Lowering left inline images and http(s) URLs only. */
export function urlOf({ source }: ImageInput): string {
  if (source.type === 'inline') return dataUrlOf(source)
  return source.type === 'url' ? source.url : ''
}
