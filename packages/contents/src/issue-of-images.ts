import type { ModelProfile } from '@interlingua/core'

/** Requested images of a response, in the words of the wire. */
export interface ImageSettings {
  /** Modalities in upper case; an empty list counts as absent. */
  readonly modalities?: readonly string[] | undefined
  readonly aspectRatio?: unknown
  readonly imageSize?: unknown
}

interface ImageIssue {
  readonly field: 'modalities' | 'aspectRatio' | 'imageSize'
  readonly message: string
}

/** Setting that the model cannot fulfil, with the reason; a size has no meaning for a model with only one. */
export function issueOfImages(
  { modalities, aspectRatio, imageSize }: ImageSettings,
  images: NonNullable<ModelProfile['images']>,
): ImageIssue | undefined {
  if (modalities !== undefined && modalities.length > 0 && !modalities.includes('IMAGE'))
    return { field: 'modalities', message: 'must include IMAGE: the model makes images' }
  const { aspectRatios, sizes } = images
  if (typeof aspectRatio === 'string' && !aspectRatios.includes(aspectRatio))
    return { field: 'aspectRatio', message: `must be one of ${aspectRatios.join(', ')} for this model` }
  if (typeof imageSize === 'string' && sizes.length > 0 && !sizes.includes(imageSize))
    return { field: 'imageSize', message: `must be one of ${sizes.join(', ')} for this model` }
  return undefined
}
