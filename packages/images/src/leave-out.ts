import type { Context, Draft } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from './image-request.ts'
import { notice, type NoticeCode } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'

/** Takes a field out of a wish, where it is there, and says so at the caller's own field; how many a group holds may have one of its own. */
export function leaveOut(draft: Draft<ImageRequest>, field: OptionalField, code: NoticeCode, context: Context): void {
  if (draft[field] === undefined) return
  context.onNotice(notice(code, placeOf(draft, field)))
  const most = field === 'sequence' && draft.sequence?.most !== undefined ? placeOfMost(draft) : undefined
  if (most !== undefined && most !== placeOf(draft, field)) context.onNotice(notice(code, most))
  delete draft[field]
}

type OptionalField = Exclude<Extract<keyof ImageRequest, string>, 'model'>
