import { WireError } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import { isSameRatio, ratioOf, sidesOf } from '../aspect-ratio.ts'
import type { ImageRequest } from '../image-request.ts'
import { format } from './format.ts'
import type { ModelFacts } from './model-facts.ts'
import type { ImagesProfile } from './profile.ts'

const longest = 3840

/** The sizes of about a megapixel whose sides are multiples of 16 and exactly of their ratio. */
const shapes: readonly string[] = [
  '1024x1024',
  '1536x1024',
  '1024x1536',
  '1536x864',
  '864x1536',
  '1344x1008',
  '1008x1344',
  '1280x1024',
  '1024x1280',
  '1792x768',
  '768x1792',
  '1536x768',
  '768x1536',
  '1536x512',
  '512x1536',
]

const scales: Readonly<Record<string, number>> = { '1K': 1, '2K': 2 }

/**
 * Turns size and ratio into pixels that the model takes, or into nothing. A shape that the model cannot make exactly is refused at the
 * caller's field.
 */
export function lowerSize(draft: Draft<ImageRequest>, { sizes }: ModelFacts, { takes }: ImagesProfile): void {
  const { size, aspectRatio } = draft
  if (aspectRatio !== undefined && takes?.includes('aspectRatio') === true) return
  if (size?.type === 'pixels') {
    const { width, height } = size
    const refusal = refusalOf(width, height, sizes)
    if (refusal !== undefined) throw new WireError(format, placeOf(draft, 'size'), refusal)
    if (aspectRatio !== undefined && !isSameRatio(aspectRatio, ratioOf(width, height)))
      throw new WireError(format, placeOf(draft, 'aspectRatio'), 'the size has another shape')
    delete draft.aspectRatio
    return
  }
  if (size?.type === 'class' && aspectRatio === undefined)
    throw new WireError(format, placeOf(draft, 'size'), `the model takes sizes in pixels${named(sizes)}`)
  if (aspectRatio === undefined) return
  const scale = size?.type === 'class' ? scales[size.name] : 1
  const found = scale === undefined ? undefined : scaled(aspectRatio, scale, sizes)
  if (found === undefined)
    throw new WireError(
      format,
      placeOf(draft, size?.type === 'class' ? 'size' : 'aspectRatio'),
      `the model makes no such size${named(sizes)}`,
    )
  draft.size = { type: 'pixels', ...found }
  draft.fields = { ...draft.fields, size: draft.fields?.['aspectRatio'] ?? '/aspectRatio' }
  delete draft.aspectRatio
}

function scaled(ratio: string, scale: number, sizes: ModelFacts['sizes']): { readonly width: number; readonly height: number } | undefined {
  const candidates = typeof sizes === 'string' ? shapes : sizes
  for (const candidate of candidates) {
    const sides = sidesOf(candidate.replace('x', ':'))
    if (sides === undefined || !isSameRatio(ratio, ratioOf(sides.width, sides.height))) continue
    const width = sides.width * scale
    const height = sides.height * scale
    if (refusalOf(width, height, sizes) === undefined) return { width, height }
  }
  return undefined
}

function refusalOf(width: number, height: number, sizes: ModelFacts['sizes']): string | undefined {
  if (sizes === 'any') return undefined
  if (sizes !== 'sixteens') return sizes.includes(`${width}x${height}`) ? undefined : `must be auto${named(sizes, ' or one of')}`
  if (width % 16 !== 0 || height % 16 !== 0) return 'both sides must be divisible by 16'
  if (Math.max(width, height) > 3 * Math.min(width, height)) return 'the shape must be between 1:3 and 3:1'
  return Math.max(width, height) > longest ? `no side may be longer than ${longest}` : undefined
}

function named(sizes: ModelFacts['sizes'], lead = ':'): string {
  return typeof sizes === 'string' ? '' : `${lead} ${sizes.join(', ')}`
}
