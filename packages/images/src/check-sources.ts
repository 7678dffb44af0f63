import { WireError, type Format } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from './image-request.ts'

/**
 * Throws a WireError at the first image or mask that the upstream of `format` cannot take. `takes` lists `inline`, `url`, and the formats
 * whose file ids it takes.
 */
export function checkSources(request: ImageRequest, format: Format, takes: readonly string[]): void {
  for (const image of request.images ?? []) checkSource(image, format, takes)
  if (request.mask !== undefined) checkSource({ ...request.mask, at: request.mask.at ?? placeOf(request, 'mask') }, format, takes)
}

function checkSource({ source, at = '' }: ImageInput, format: Format, takes: readonly string[]): void {
  if (takes.includes(source.type === 'file' ? source.owner : source.type)) return
  if (takes.length === 0) throw new WireError(format, at, 'the model makes images of text alone')
  if (source.type === 'file') throw new WireError(format, at, 'the upstream does not know this file: send the image itself')
  throw new WireError(format, at, source.type === 'url' ? 'the upstream takes no URLs: send the image itself' : 'must be an image')
}
