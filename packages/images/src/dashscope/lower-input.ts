import { WireError } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { plainImages } from '../plain-images.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { nativeContents, nativePlace, parameterOf } from './native.ts'

/** Refuses a request without a text, or with fewer or more images than the model takes. */
export function lowerInput(draft: Draft<ImageRequest>, family: Family): void {
  lowerImages(draft)
  const contents = nativeContents(draft)
  const input = draft.native?.input
  const told = [draft.prompt, input?.['prompt'], ...contents.map(({ text }) => text)]
  if (!told.some((text) => typeof text === 'string' && text.trim() !== '')) refuse(format, draft, 'prompt', 'Field required')
  const { images = [] } = draft
  const own = input?.['images']
  const given = images.length + contents.filter(({ image }) => image !== undefined).length + (Array.isArray(own) ? own.length : 0)
  const place = images.length > 0 ? placeOf(draft, 'images') : nativePlace(draft, 'input')
  const { least, most } = family.images
  if (given > most) throw new WireError(format, place, most === 0 ? 'the model takes no images' : `at most ${most} images`)
  // The model needs no image for an interleaved answer of text and images.
  if (given < least && parameterOf(draft, 'enable_interleave') !== true)
    refuse(format, draft, 'images', 'the model edits images: one is required')
}

/** Leaves out an empty list of images, which states nothing. */
function lowerImages(draft: Draft<ImageRequest>): void {
  const images = plainImages(draft, format)
  if (images.length > 0) draft.images = images
  else delete draft.images
}
