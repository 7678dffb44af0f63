import { WireError, type Context, type Pointer, type Draft } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { isSameRatio, ratioOf } from '../aspect-ratio.ts'
import type { ImageRequest, ImageSize } from '../image-request.ts'
import { printSize, readSize } from '../image-size.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { shapeOf } from '../shape-of.ts'
import { faultOfSize } from './fault-of-size.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { isOwn, nativeContents, nativePlace, parameterOf } from './native.ts'

/** A size as the family takes it, from whoever says one: the own words, a size, a ratio, or else what is usual. */
export function lowerSize(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  const own = parameterOf(draft, 'size')
  if (own !== undefined) {
    const size = typeof own === 'string' ? readSize(own) : undefined
    if (size === undefined || size.type === 'auto')
      return refuseAt(nativePlace(draft, 'parameters', 'size'), 'expected width*height, or a level such as 2K')
    refuseMisfit(size, draft, family, nativePlace(draft, 'parameters', 'size'))
    // The other families write it with another sign.
    if (printSize(size, '*') !== own)
      draft.native = { ...draft.native, parameters: { ...draft.native?.parameters, size: printSize(size, '*') } }
    return
  }
  if (family.size.type === 'none') {
    if (draft.size?.type === 'auto') delete draft.size // what the model does anyway
    if (draft.size !== undefined) refuse(format, draft, 'size', 'the model takes no size: an edit has that of its image')
    return
  }
  if (draft.size?.type === 'auto') leaveOut(draft, 'size', 'size-auto', context)
  lowerShape(draft, family, context)
  if (draft.size !== undefined) refuseMisfit(draft.size, draft, family, placeOf(draft, 'size'))
  else if (family.usualSize !== undefined && !isEdit(draft) && !isOwn(draft)) {
    draft.size = { type: 'pixels', ...family.usualSize }
    context.onNotice(notice('size-default', placeOf(draft, 'size')))
  }
}

/** A ratio picks one of the listed sizes, or the pixels of a level. */
function lowerShape(draft: Draft<ImageRequest>, { size: rule }: Family, context: Context): void {
  const { aspectRatio, size } = draft
  if (aspectRatio === undefined || size?.type === 'pixels' || rule.type === 'none') return
  const shape = rule.type === 'listed' ? listed(aspectRatio, rule.sizes) : shapeOf(aspectRatio, size?.type === 'class' ? size.name : '1K')
  if (shape === undefined) return refuse(format, draft, 'aspectRatio', 'the model has no size of this ratio')
  context.onNotice(notice('size-shape', placeOf(draft, 'aspectRatio')))
  if (size === undefined) draft.fields = { ...draft.fields, size: draft.fields?.['aspectRatio'] ?? '/aspectRatio' }
  draft.size = { type: 'pixels', ...shape }
  delete draft.aspectRatio
}

/** The names of the listed sizes are rounded: 1664 x 928 is 16:9. */
function listed(ratio: string, sizes: readonly (readonly [number, number])[]): { width: number; height: number } | undefined {
  const found = sizes.find(([width, height]) => isSameRatio(ratio, namedRatio(width, height)))
  return found && { width: found[0], height: found[1] }
}

function namedRatio(width: number, height: number): string {
  if (width === 1664) return '16:9'
  return height === 1664 ? '9:16' : ratioOf(width, height)
}

function refuseMisfit(size: ImageSize, draft: ImageRequest, family: Family, at: Pointer): void {
  const group = draft.sequence?.mode === 'auto' || parameterOf(draft, 'enable_sequential') === true
  const fault = faultOfSize(size, family.size, isEdit(draft) || group)
  if (fault !== undefined) refuseAt(at, fault)
}

function refuseAt(at: Pointer, message: string): never {
  throw new WireError(format, at, message)
}

function isEdit(draft: ImageRequest): boolean {
  const { images, native } = draft
  return images !== undefined || native?.input?.['images'] !== undefined || nativeContents(draft).some(({ image }) => image !== undefined)
}
