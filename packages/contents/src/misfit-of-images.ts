import type { ModelProfile } from '@interlingua/core'

/** What is wished of the images of an answer, in the words of the wire. */
export interface ImageWish {
  /** In upper case; none is as good as absent. */
  readonly modalities?: readonly string[] | undefined
  readonly aspectRatio?: unknown
  readonly imageSize?: unknown
}

interface Misfit {
  readonly field: 'modalities' | 'aspectRatio' | 'imageSize'
  readonly message: string
}

/** What the model cannot make of it, and why; a size means nothing to a model that has one. */
export function misfitOfImages(
  { modalities, aspectRatio, imageSize }: ImageWish,
  images: NonNullable<ModelProfile['images']>,
): Misfit | undefined {
  if (modalities !== undefined && modalities.length > 0 && !modalities.includes('IMAGE'))
    return { field: 'modalities', message: 'must include IMAGE: the model makes images' }
  const { aspectRatios, sizes } = images
  if (typeof aspectRatio === 'string' && !aspectRatios.includes(aspectRatio))
    return { field: 'aspectRatio', message: `must be one of ${aspectRatios.join(', ')} for this model` }
  if (typeof imageSize === 'string' && sizes.length > 0 && !sizes.includes(imageSize))
    return { field: 'imageSize', message: `must be one of ${sizes.join(', ')} for this model` }
  return undefined
}
