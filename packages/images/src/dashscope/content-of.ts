import type { JsonObject } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { hintOf } from './format.ts'
import type { Family } from './models.ts'

/** The content of a message: the prompt and the images, in the caller's own order, else in that of the family. */
export function contentOf(request: ImageRequest, family: Family): readonly JsonObject[] {
  const { prompt, images = [] } = request
  const own = hintOf(request)['textFirst']
  const textFirst = typeof own === 'boolean' ? own : family.textFirst
  const pictures = images.map((image) => ({ image: urlOf(image) }))
  const texts = prompt === undefined ? [] : [{ text: prompt }]
  return textFirst ? [...texts, ...pictures] : [...pictures, ...texts]
}

/** Lowering left inline images and http(s) URLs only. */
export function urlOf({ source }: ImageInput): string {
  if (source.type === 'inline') return dataUrlOf(source)
  return source.type === 'url' ? source.url : ''
}
