import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from './image-request.ts'
import { leaveOut } from './leave-out.ts'
import { notice } from './notices.ts'
import { placeOfMost } from './place-of-most.ts'

/** Leaves out a group for a model without groups. A disabled group is left out silently, except for its number of images. */
export function leaveOutSequence(draft: Draft<ImageRequest>, context: Context): void {
  const { sequence } = draft
  if (sequence === undefined) return
  if (sequence.mode === 'auto') leaveOut(draft, 'sequence', 'sequence', context)
  else if (sequence.most !== undefined) context.onNotice(notice('sequence', placeOfMost(draft)))
  delete draft.sequence
}
