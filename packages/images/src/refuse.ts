import { WireError, type Format } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'

/** Throws a WireError at the caller's own field, before anything is spent. */
export function refuse(format: Format, request: ImageRequest, field: Extract<keyof ImageRequest, string>, message: string): never {
  throw new WireError(format, placeOf(request, field), message)
}
