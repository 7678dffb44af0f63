import { WireError, type Context, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import { isSameRatio, ratioOf } from '../aspect-ratio.ts'
import type { ImageRequest, ImageSize } from '../image-request.ts'
import { formatSize, parseSize } from '../image-size.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { shapeOf } from '../shape-of.ts'
import { faultOfSize } from './fault-of-size.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { isOwn, nativeContents, nativePlace, parameterOf } from './native.ts'

/** Makes the size legal for the family: the own parameter, or else the size, or else the aspect ratio, or else the usual size. */
export function lowerSize(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  const own = parameterOf(draft, 'size')
  if (own !== undefined) {
    const size = typeof own === 'string' ? parseSize(own) : undefined
    if (size === undefined || size.type === 'auto')
      return refuseAt(nativePlace(draft, 'parameters', 'size'), 'expected width*height, or a level such as 2K')
    refuseIssue(size, draft, family, nativePlace(draft, 'parameters', 'size'))
    // The other dialects separate the sides by `x`.
    if (formatSize(size, '*') !== own)
      draft.native = { ...draft.native, parameters: { ...draft.native?.parameters, size: formatSize(size, '*') } }
    return
  }
  if (family.size.type === 'none') {
    if (draft.size?.type === 'auto') delete draft.size // the model's own behaviour
    if (draft.size !== undefined) refuse(format, draft, 'size', 'the model takes no size: an edit has that of its image')
    return
  }
  if (draft.size?.type === 'auto') leaveOut(draft, 'size', 'size-auto', context)
  lowerShape(draft, family, context)
  if (draft.size !== undefined) refuseIssue(draft.size, draft, family, placeOf(draft, 'size'))
  else if (family.usualSize !== undefined && !isEdit(draft) && !isOwn(draft)) {
    draft.size = { type: 'pixels', ...family.usualSize }
    context.onNotice(notice('size-default', placeOf(draft, 'size')))
  }
}

/** Turns a ratio into one of the listed sizes, or into the pixels of a level. */
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

/** The listed size of a ratio, whose documented names are rounded: 1664 x 928 counts as 16:9. */
function listed(ratio: string, sizes: readonly (readonly [number, number])[]): { width: number; height: number } | undefined {
  const found = sizes.find(([width, height]) => isSameRatio(ratio, namedRatio(width, height)))
  return found && { width: found[0], height: found[1] }
}

function namedRatio(width: number, height: number): string {
  if (width === 1664) return '16:9'
  return height === 1664 ? '9:16' : ratioOf(width, height)
}

function refuseIssue(size: ImageSize, draft: ImageRequest, family: Family, at: Pointer): void {
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
