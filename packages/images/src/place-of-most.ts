import type { Pointer } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import { placeOf } from './place-of.ts'

/** Where the caller wrote how many images a group has at most. */
export function placeOfMost(request: ImageRequest): Pointer {
  const told = request.fields?.['sequence.most']
  return told === undefined ? placeOf(request, 'sequence') : `${request.at ?? ''}${told}`
}
