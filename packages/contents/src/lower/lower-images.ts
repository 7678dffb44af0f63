import { WireError } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, OutputOptions, Pointer } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { issueOfImages } from '../issue-of-images.ts'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { placeOf } from './place-of.ts'

/** Fits the output of a model that makes images: text and images, and a size only if the model has several. */
export function lowerImages(request: GenerateRequest, output: OutputOptions | undefined, context: Context): OutputOptions | undefined {
  const images = context.model?.images
  if (images === undefined) return output
  const { aspectRatio, imageSize } = output?.image ?? {}
  const places: Readonly<Record<'modalities' | 'aspectRatio' | 'imageSize', Pointer>> = {
    modalities: placeOf(request, 'output.modalities', ''),
    aspectRatio: `${placeOf(request, 'output.image', '')}/aspectRatio`,
    imageSize: `${placeOf(request, 'output.image', '')}/imageSize`,
  }
  // Clients of other formats ask for text alone by default.
  const modalities = isOwn(request) ? output?.modalities?.map((word) => word.toUpperCase()) : undefined
  const issue = issueOfImages({ modalities, aspectRatio, imageSize }, images)
  if (issue) throw new WireError('contents', places[issue.field], issue.message)
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
