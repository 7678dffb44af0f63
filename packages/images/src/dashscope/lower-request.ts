import type { Context, Draft } from '@interlingua/core'
import { applyFates } from '../apply-fates.ts'
import type { ImageRequest } from '../image-request.ts'
import { leaveOutStream } from '../leave-out-stream.ts'
import { spreadSeeds } from '../spread-seeds.ts'
import { familyOf } from './family-of.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { joinMessages } from './join-messages.ts'
import { lowerCount } from './lower-count.ts'
import { lowerInput } from './lower-input.ts'
import { lowerNative } from './lower-native.ts'
import { lowerOptions } from './lower-options.ts'
import { lowerSize } from './lower-size.ts'

/**
 * The calls that a wish takes: one, except at models that make one image a call. `native` goes along verbatim, the caller's other words for
 * the same being left out; what DashScope would choose at its own price is said: the number of images, the mark, and a size where that matters.
 */
export function lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[] {
  const family = familyOf(request, context)
  const draft: Draft<ImageRequest> = { ...request }
  lowerNative(draft, family, context)
  lowerInput(draft, family)
  joinMessages(draft, family)
  lowerOptions(draft, family, context)
  const calls = lowerCount(draft, family, context)
  lowerSize(draft, family, context)
  leaveOutStream(draft, context)
  const lowered = applyFates(draft, format, fates, context)
  return spreadSeeds(
    Array.from({ length: calls }, () => lowered),
    1,
    context,
  )
}
