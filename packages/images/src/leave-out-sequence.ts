import type { Context, Draft } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import { leaveOut } from './leave-out.ts'
import { notice } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'

/** For a model without groups. Not to want one loses nothing there, but how many it should hold was said for nothing. */
export function leaveOutSequence(draft: Draft<ImageRequest>, context: Context): void {
  const { sequence } = draft
  if (sequence === undefined) return
  if (sequence.mode === 'auto') leaveOut(draft, 'sequence', 'sequence', context)
  else if (sequence.most !== undefined) context.onNotice(notice('sequence', placeOfMost(draft)))
  delete draft.sequence
}
