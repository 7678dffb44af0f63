import type { Context } from '@interlingua/core'
import type { Draft } from './draft.ts'
import type { ImageRequest } from './image-request.ts'
import { leaveOut } from './leave-out.ts'
import { notice } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'
import { placeOf } from './place-of.ts'

/** For a model without groups. Not to want one loses nothing there, but how many it should hold was said for nothing. */
export function leaveOutSequence(draft: Draft<ImageRequest>, context: Context): void {
  const { sequence } = draft
  if (sequence === undefined) return
  const told = sequence.most === undefined ? undefined : placeOfMost(draft)
  if (told !== undefined && (told !== placeOf(draft, 'sequence') || sequence.mode === 'disabled'))
    context.onNotice(notice('sequence', told))
  if (sequence.mode === 'auto') leaveOut(draft, 'sequence', 'sequence', context)
  else delete draft.sequence
}
