import { geminiImageModel } from './gemini-image-model.ts'
import type { Size } from './size.ts'

/** The size of an image of this aspect ratio and class; `undefined` for a combination that the model lacks. */
export function geminiImageSize(model: string, aspectRatio = '1:1', imageSize = '1K'): Size | undefined {
  const { ratios, sizes } = geminiImageModel(model)
  const base = Object.hasOwn(ratios, aspectRatio) ? ratios[aspectRatio] : undefined
  if (base === undefined || sizes.length === 0) return base
  if (!sizes.includes(imageSize)) return undefined
  const times = Number.parseInt(imageSize)
  return { width: base.width * times, height: base.height * times }
}
