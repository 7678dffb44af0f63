import type { Draft } from '@interlingua/core/adapter'
import { isSameRatio } from '../aspect-ratio.ts'
import type { ImageRequest } from '../image-request.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import { imagenSizes } from './sizes.ts'

const classes: Readonly<Record<string, number>> = { '1K': 1, '2K': 2 }
const names = Object.keys(imagenSizes)

/** Turns pixels into the aspect ratio and size class that make exactly these. Any other size is refused at the caller's field. */
export function lowerSize(draft: Draft<ImageRequest>): void {
  const { size, aspectRatio } = draft
  if (aspectRatio !== undefined) {
    const known = names.find((name) => isSameRatio(name, aspectRatio))
    if (known === undefined) refuse(format, draft, 'aspectRatio', `must be one of ${names.join(', ')}`)
    draft.aspectRatio = known
  }
  if (size?.type === 'auto') delete draft.size
  if (size?.type === 'class' && (classes[size.name] === undefined || (size.name === '2K' && hasOneClass(draft.model))))
    refuse(format, draft, 'size', hasOneClass(draft.model) ? 'the model makes 1K only' : 'the model makes 1K and 2K')
  if (size?.type === 'pixels') lowerPixels(draft, size)
}

function lowerPixels(draft: Draft<ImageRequest>, { width, height }: { readonly width: number; readonly height: number }): void {
  for (const [ratio, sides] of Object.entries(imagenSizes)) {
    const found = Object.entries(classes).find(([, times]) => sides.width * times === width && sides.height * times === height)
    if (found === undefined || (found[0] === '2K' && hasOneClass(draft.model))) continue
    if (draft.aspectRatio !== undefined && draft.aspectRatio !== ratio) refuse(format, draft, 'aspectRatio', 'the size has another shape')
    draft.fields = { ...draft.fields, aspectRatio: placeOfSize(draft) }
    draft.aspectRatio = ratio
    draft.size = { type: 'class', name: found[0] }
    return
  }
  refuse(format, draft, 'size', `must be one of ${sizesOf(draft.model).join(', ')}`)
}

function sizesOf(model: string): readonly string[] {
  const times = hasOneClass(model) ? [1] : Object.values(classes)
  return times.flatMap((factor) => Object.values(imagenSizes).map(({ width, height }) => `${width * factor}x${height * factor}`))
}

function placeOfSize(draft: ImageRequest): `/${string}` {
  return draft.fields?.['size'] === undefined || draft.fields['size'] === '' ? '/size' : draft.fields['size']
}

/** True for the older models and the fast ones, which make 1K only. */
function hasOneClass(model: string): boolean {
  return /imagen-[123]|imagegeneration|fast/i.test(model)
}
