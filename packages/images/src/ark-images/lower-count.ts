import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { WireError } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { leaveOutSequence } from '../leave-out-sequence.ts'
import { notice } from '../notices.ts'
import { placeOfMost } from '../place-of-most.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import { mostImages, type Limits } from './limits.ts'

/** The largest number of images of a request, each of which is a call. */
const mostCalls = 10

/** The number of calls of a request. A group is one call, which makes at most the number of images asked for. */
export function lowerCount(draft: Draft<ImageRequest>, limits: Limits, context: Context): number {
  const { count } = draft
  const most = draft.sequence?.most
  if (count !== undefined && !isCount(count, mostCalls)) refuse(format, draft, 'count', `expected 1 to ${mostCalls} images`)
  if (most !== undefined && !isCount(most, mostImages))
    throw new WireError(format, placeOfMost(draft), `expected 1 to ${mostImages} images`)
  if (draft.sequence !== undefined && !limits.groups) leaveOutSequence(draft, context)
  if (draft.sequence?.mode === 'auto') return lowerGroup(draft, context)
  delete draft.count
  return count ?? 1
}

function lowerGroup(draft: Draft<ImageRequest>, context: Context): 1 {
  const { count, sequence } = draft
  const most = sequence?.most ?? count
  const given = draft.images?.length ?? 0
  if (most !== undefined && given + most > mostImages) {
    const at = sequence?.most === undefined ? placeOf(draft, 'count') : placeOfMost(draft)
    throw new WireError(format, at, `images given and made are at most ${mostImages} together: ${given} are given`)
  }
  if (count !== undefined && (sequence?.most === undefined || count !== most))
    context.onNotice(notice('group-most', placeOf(draft, 'count')))
  if (most !== undefined) draft.sequence = { mode: 'auto', most }
  delete draft.count
  return 1
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}
