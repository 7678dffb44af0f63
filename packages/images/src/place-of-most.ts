import type { Pointer } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'

/** Where the caller wrote how many images a group has at most. */
export function placeOfMost(request: ImageRequest): Pointer {
  const told = request.fields?.['sequence.most']
  return told === undefined ? placeOf(request, 'sequence') : `${request.at ?? ''}${told}`
}
