import type { Context, Draft } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import { leaveOut } from './leave-out.ts'

/** For an upstream that does not stream: there are no previews either, which only a stream could show. */
export function leaveOutStream(draft: Draft<ImageRequest>, context: Context): void {
  if (draft.stream === true && draft.partialImages !== undefined && draft.partialImages > 0)
    leaveOut(draft, 'partialImages', 'partial-images', context)
  if (draft.stream === true) leaveOut(draft, 'stream', 'stream', context)
  else delete draft.stream // what the model does anyway
}
