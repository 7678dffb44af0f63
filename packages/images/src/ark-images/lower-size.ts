import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { shapeOf } from '../shape-of.ts'
import { format } from './format.ts'
import type { Limits } from './limits.ts'

/** The largest ratio of the longer side to the shorter. */
const mostRatio = 16

/** Makes the size legal for the model: a level, or pixels. A level with an aspect ratio becomes pixels. */
export function lowerSize(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  lowerShape(draft, limits, context)
  const { size } = draft
  if (size === undefined) return
  if (size.type === 'auto') {
    if (!limits.levels.includes('adaptive')) leaveOut(draft, 'size', 'size-auto', context)
    return
  }
  if (size.type === 'class') {
    const name = size.name.toUpperCase()
    if (!limits.levels.includes(name)) refuse(format, draft, 'size', `the model takes ${sizesOf(limits)}`)
    draft.size = { type: 'class', name }
    return
  }
  const { width, height } = size
  const { pixels } = limits
  if (pixels === undefined) return refuse(format, draft, 'size', `the model takes ${sizesOf(limits)}`)
  const area = width * height
  if (area < pixels.least || area > pixels.most) {
    refuse(
      format,
      draft,
      'size',
      `${pixels.least} to ${pixels.most} pixels in all, not ${width}x${height}; the model takes ${sizesOf(limits)}`,
    )
  }
  if (Math.max(width, height) > mostRatio * Math.min(width, height)) {
    refuse(format, draft, 'size', `one side is at most ${mostRatio} times as long as the other`)
  }
}

function lowerShape(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  const { aspectRatio, size } = draft
  if (aspectRatio === undefined || limits.pixels === undefined || size?.type === 'pixels') return
  const level = size?.type === 'class' ? size.name : (limits.levels.find((name) => name === '2K') ?? '1K')
  const shape = shapeOf(aspectRatio, level)
  if (shape === undefined) return refuse(format, draft, 'aspectRatio', 'expected a ratio such as 16:9 beside a level such as 2K')
  draft.size = { type: 'pixels', ...shape }
  context.onNotice(notice('size-shape', placeOf(draft, 'aspectRatio')))
  // A size that is refused from here on is reported at the aspect ratio, where the caller gave no size.
  if (size === undefined) draft.fields = { ...draft.fields, size: draft.fields?.['aspectRatio'] ?? '/aspectRatio' }
  delete draft.aspectRatio
}

function sizesOf({ levels, pixels }: Limits): string {
  return [...levels, ...(pixels === undefined ? [] : ['width x height'])].join(', ')
}
