import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from './image-request.ts'
import { leaveOut } from './leave-out.ts'

/** Leaves out streaming and previews, for an upstream that does not stream. */
export function leaveOutStream(draft: Draft<ImageRequest>, context: Context): void {
  if (draft.stream === true && draft.partialImages !== undefined && draft.partialImages > 0)
    leaveOut(draft, 'partialImages', 'partial-images', context)
  if (draft.stream === true) leaveOut(draft, 'stream', 'stream', context)
  else delete draft.stream // the upstream's own behaviour
}
