import { WireError, type Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { leaveOutSequence } from '../leave-out-sequence.ts'
import { notice } from '../notices.ts'
import { placeOfMost } from '../place-of-most.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { isOwn, nativePlace, parameterOf } from './native.ts'

/** The largest number of images of a request, at models that make one image a call. */
const mostCalls = 10

/** The number of calls of a request. Each call states the number of images, because Wan makes four by default. */
export function lowerCount(draft: Draft<ImageRequest>, family: Family, context: Context): number {
  lowerGroup(draft, family, context)
  const group = draft.sequence?.mode === 'auto' || parameterOf(draft, 'enable_sequential') === true
  const most = group ? (family.mostOfGroup ?? family.most) : family.most
  const own = parameterOf(draft, 'n')
  if (own !== undefined) {
    if (!isCount(own, most)) throw new WireError(format, nativePlace(draft, 'parameters', 'n'), `expected 1 to ${most} images`)
    return 1
  }
  if (draft.count === undefined && isOwn(draft)) return 1
  const { count = 1 } = draft
  if (most === 1) {
    if (!isCount(count, mostCalls)) refuse(format, draft, 'count', `expected 1 to ${mostCalls} images`)
    draft.count = 1
    return count
  }
  if (!isCount(count, most)) refuse(format, draft, 'count', `expected 1 to ${most} images`)
  draft.count = count
  return 1
}

/** Lowers a group of images, which holds at most the number asked for, or else the family's largest number. */
function lowerGroup(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  const { sequence, count } = draft
  if (sequence === undefined) return
  if (family.mostOfGroup === undefined) {
    leaveOutSequence(draft, context)
    return
  }
  if (sequence.mode === 'disabled') {
    if (sequence.most !== undefined) context.onNotice(notice('sequence', placeOfMost(draft)))
    draft.sequence = { mode: 'disabled' }
    return
  }
  const own = parameterOf(draft, 'n')
  if (own !== undefined) {
    if (sequence.most !== undefined && sequence.most !== own) context.onNotice(notice('native-wins', placeOfMost(draft)))
    draft.sequence = { mode: 'auto' }
    return
  }
  const { most = count ?? family.mostOfGroup } = sequence
  if (!isCount(most, family.mostOfGroup)) {
    const told = sequence.most === undefined ? placeOf(draft, 'count') : placeOfMost(draft)
    throw new WireError(format, told, `expected 1 to ${family.mostOfGroup} images`)
  }
  if (count !== undefined) context.onNotice(notice('group-most', placeOf(draft, 'count')))
  draft.sequence = { mode: 'auto' }
  draft.count = most
}

function isCount(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
}
