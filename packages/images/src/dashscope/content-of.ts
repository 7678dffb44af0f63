import type { JsonObject } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { hintOf } from './format.ts'
import type { Family } from './models.ts'

/** The content of a message: prompt and images in the caller's order, or else in the family's. */
export function contentOf(request: ImageRequest, family: Family): readonly JsonObject[] {
  const { prompt, images = [] } = request
  const own = hintOf(request)['textFirst']
  const textFirst = typeof own === 'boolean' ? own : family.textFirst
  const pictures = images.map((image) => ({ image: urlOf(image) }))
  const texts = prompt === undefined ? [] : [{ text: prompt }]
  return textFirst ? [...texts, ...pictures] : [...pictures, ...texts]
}

/** The URL or data URL of an image. Lowering leaves no other source. */
export function urlOf({ source }: ImageInput): string {
  if (source.type === 'inline') return dataUrlOf(source)
  return source.type === 'url' ? source.url : ''
}
