import { hasKeys, WireError } from '@interlingua/core'
import type { Context, GenerateRequest, OutputOptions, Pointer } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { misfitOfImages } from '../misfit-of-images.ts'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { placeOf } from './place-of.ts'

/** What a model that makes images is asked for: text and images, and a size only where it has several. */
export function lowerImages(request: GenerateRequest, output: OutputOptions | undefined, context: Context): OutputOptions | undefined {
  const images = context.model?.images
  if (images === undefined) return output
  const { aspectRatio, imageSize } = output?.image ?? {}
  const places: Readonly<Record<'modalities' | 'aspectRatio' | 'imageSize', Pointer>> = {
    modalities: placeOf(request, 'output.modalities', ''),
    aspectRatio: `${placeOf(request, 'output.image', '')}/aspectRatio`,
    imageSize: `${placeOf(request, 'output.image', '')}/imageSize`,
  }
  // Text alone is what clients of other formats say by default.
  const modalities = isOwn(request) ? output?.modalities?.map((word) => word.toUpperCase()) : undefined
  const misfit = misfitOfImages({ modalities, aspectRatio, imageSize }, images)
  if (misfit) throw new WireError('contents', places[misfit.field], misfit.message)
  const lowered: Draft<OutputOptions> = { ...output }
  if (imageSize !== undefined && images.sizes.length === 0) {
    context.onNotice(notice('image-size', places.imageSize))
    const { imageSize: _, ...rest } = output?.image ?? {}
    if (hasKeys(rest)) lowered.image = rest
    else delete lowered.image
  }
  if (lowered.modalities?.includes('image')) return lowered
  context.onNotice(notice('image-modalities', places.modalities))
  lowered.modalities = ['text', 'image']
  return lowered
}
