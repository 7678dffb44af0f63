import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { isSameRatio } from '../aspect-ratio.ts'
import type { ImageRequest } from '../image-request.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import { geminiImageModel, type GeminiImageModel } from './image-models.ts'

const factors: Readonly<Record<string, number>> = { '1K': 1, '2K': 2, '4K': 4 }

/**
 * Turns pixels into the aspect ratio and size class that make exactly these. A size that the model does not make is refused at the caller's
 * field.
 */
export function lowerSize(draft: Draft<ImageRequest>, context: Context): void {
  const model = geminiImageModel(draft.model, context.model)
  const { size, aspectRatio } = draft
  if (aspectRatio !== undefined) {
    const names = Object.keys(model.ratios)
    const known = names.find((name) => isSameRatio(name, aspectRatio))
    if (known === undefined) refuse(format, draft, 'aspectRatio', `must be one of ${names.join(', ')}`)
    draft.aspectRatio = known
  }
  if (size?.type === 'auto') delete draft.size
  if (size?.type === 'pixels') lowerPixels(draft, model, size)
  if (size?.type !== 'class') return
  if (model.classes.length > 0 && !model.classes.includes(size.name))
    refuse(format, draft, 'size', `must be one of ${model.classes.join(', ')}`)
  // The model's single size is 1K, so that to ask for it changes nothing.
  if (model.classes.length === 0 && size.name !== '1K') refuse(format, draft, 'size', 'the model makes 1K only')
  if (model.classes.length === 0) delete draft.size
}

function lowerPixels(
  draft: Draft<ImageRequest>,
  { ratios, classes }: GeminiImageModel,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const sizes: string[] = []
  for (const name of classes.length === 0 ? ['1K'] : classes) {
    const factor = factors[name] ?? 1
    for (const [ratio, sides] of Object.entries(ratios)) {
      sizes.push(`${sides.width * factor}x${sides.height * factor}`)
      if (sides.width * factor !== width || sides.height * factor !== height) continue
      if (draft.aspectRatio !== undefined && draft.aspectRatio !== ratio) refuse(format, draft, 'aspectRatio', 'the size has another shape')
      draft.aspectRatio = ratio
      if (classes.length === 0) delete draft.size
      else draft.size = { type: 'class', name }
      return
    }
  }
  refuse(format, draft, 'size', `must be one of ${sizes.join(', ')}`)
}
