import type { Pointer } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'

/** The caller's place of the largest number of images in a group. */
export function placeOfMost(request: ImageRequest): Pointer {
  const told = request.fields?.['sequence.most']
  return told === undefined ? placeOf(request, 'sequence') : `${request.at ?? ''}${told}`
}
