import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
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
 * The calls of a request: one, or one for each image where the model makes one a call. `native` stays verbatim and prevails over the
 * request's fields; the number of images, the watermark and, where it affects the price, the size are stated in any case.
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
