import { WireError, type Format } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'

/** Throws what refuses a wish before anything is spent: a WireError at the caller's own field. */
export function refuse(format: Format, request: ImageRequest, field: Extract<keyof ImageRequest, string>, message: string): never {
  throw new WireError(format, placeOf(request, field), message)
}
