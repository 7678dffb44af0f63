import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { applyFates } from '../apply-fates.ts'
import { flattenNative } from '../flatten-native.ts'
import type { ImageRequest } from '../image-request.ts'
import { refuse } from '../refuse.ts'
import { spreadSeeds } from '../spread-seeds.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { limitsOf } from './limits-of.ts'
import { lowerCount } from './lower-count.ts'
import { lowerImages } from './lower-images.ts'
import { lowerOptions } from './lower-options.ts'
import { lowerSize } from './lower-size.ts'

/**
 * The calls of a request: one for each image, or one for a group. A request of another dialect switches off the watermark that Ark adds by
 * default.
 */
export function lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[] {
  const limits = limitsOf(request.model, context)
  const draft: Draft<ImageRequest> = { ...flattenNative(request, context) }
  if (draft.prompt === undefined || draft.prompt.trim() === '') refuse(format, draft, 'prompt', 'Field required')
  lowerImages(draft, limits)
  lowerSize(draft, limits, context)
  lowerOptions(draft, limits, context)
  const calls = lowerCount(draft, limits, context)
  const lowered = applyFates(draft, format, fates, context)
  return spreadSeeds(
    Array.from({ length: calls }, () => lowered),
    1,
    context,
  )
}
