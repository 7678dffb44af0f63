import type { Failure } from '@interlingua/core'
import { geminiImageModel } from '../images/gemini-image-model.ts'
import { isGeminiImage } from '../images/is-gemini-image.ts'
import { refuseContents } from './refuse-contents.ts'
import type { ContentsBody } from './shapes/request-shape.ts'

type Config = Partial<NonNullable<ContentsBody['generationConfig']>>

/** The options that only Vertex takes, and not the Developer API. */
const vertexOnly = ['outputMimeType', 'outputCompressionQuality', 'imageOutputOptions', 'prominentPeople'] as const

/** Refuses the options that image models do not take: answers without an image, several candidates, and unknown shapes and sizes. */
export function checkImageConfig(config: Config, model: string, vertex: boolean): Failure | undefined {
  const { imageConfig = {}, responseModalities, candidateCount = 1 } = config
  for (const key of vertexOnly)
    if (!vertex && imageConfig[key] !== undefined)
      return refuseContents(
        `Invalid JSON payload received. Unknown name "${key}" at 'generation_config.image_config': Cannot find field.`,
        'generation_config.image_config',
      )
  if (!isGeminiImage(model)) return undefined
  if (responseModalities && !responseModalities.includes('IMAGE'))
    return refuseContents(
      `The requested combination of response modalities is not supported by the model. models/${model} accepts the following combination of response modalities:\n* IMAGE\n* IMAGE, TEXT\n`,
      'generation_config.response_modalities',
    )
  if (candidateCount > 1) return refuseContents('Multiple candidates is not enabled for this model', 'generation_config.candidate_count')
  const { ratios, sizes } = geminiImageModel(model)
  const { aspectRatio, imageSize } = imageConfig
  if (aspectRatio !== undefined && !Object.hasOwn(ratios, aspectRatio))
    return refuseContents(
      `* GenerateContentRequest.generation_config.image_config.aspect_ratio: must be one of ${Object.keys(ratios).join(', ')}\n`,
      'generation_config.image_config.aspect_ratio',
    )
  if (imageSize !== undefined && sizes.length > 0 && !sizes.includes(imageSize))
    return refuseContents(
      `* GenerateContentRequest.generation_config.image_config.image_size: must be one of ${sizes.join(', ')}\n`,
      'generation_config.image_config.image_size',
    )
  return undefined
}
