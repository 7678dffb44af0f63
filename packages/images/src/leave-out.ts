import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'
import { notice, type NoticeCode } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'

/**
 * Leaves out a field that is present, with a notice at the caller's field, and for a group also at its number of images where that has a
 * field of its own.
 */
export function leaveOut(draft: Draft<ImageRequest>, field: OptionalField, code: NoticeCode, context: Context): void {
  if (draft[field] === undefined) return
  context.onNotice(notice(code, placeOf(draft, field)))
  const most = field === 'sequence' && draft.sequence?.most !== undefined ? placeOfMost(draft) : undefined
  if (most !== undefined && most !== placeOf(draft, field)) context.onNotice(notice(code, most))
  delete draft[field]
}

type OptionalField = Exclude<Extract<keyof ImageRequest, string>, 'model'>
