import type { Context, Draft } from '@interlingua/core'
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
 * The calls that a wish takes: Seedream makes one image a call, unless it may make a group. A wish of another dialect says that it wants no
 * mark, because Ark's own default is one.
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
