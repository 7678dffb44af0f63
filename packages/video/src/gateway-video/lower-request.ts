import { WireError, type Context } from '@interlingua/core'
import { fates as arkFates } from '../ark-video/fates.ts'
import { takes as arkTakes } from '../ark-video/lower-request.ts'
import { fates as fixedFates } from '../openai-videos/fates.ts'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoFates } from '../upstream/fates.ts'
import { splitCount } from '../upstream/split-count.ts'
import { withSize } from '../upstream/with-size.ts'
import { fates as nativeFates } from '../vertex-veo/fates.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest } from '../video-request.ts'
import { familyOf } from './family-of.ts'
import { format } from './format.ts'

const web: Takes = { inline: true, schemes: ['http', 'https'] }

const takes = {
  'vf-1': { 'first-frame': web, 'source-video': web, 'source-task': { tasks: true } },
  'vf-2': { 'first-frame': web, 'last-frame': web },
  'vf-3': arkTakes,
} as const satisfies Record<VideoFamily, TakenInputs>

const fates: Readonly<Record<VideoFamily, VideoFates>> = {
  'vf-1': { ...fixedFates, user: 'carried' },
  // Another gateway takes the field `addWatermark`, whatever its own upstream does with it.
  'vf-2': { ...nativeFates, watermark: 'carried', user: 'carried' },
  'vf-3': arkFates,
}

const maxVideos = { 'vf-1': 1, 'vf-2': 4, 'vf-3': 1 } as const satisfies Record<VideoFamily, number>

/** The operations of a request at another gateway, up to four videos in each for `vf-2` and one for the others. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  const family = familyOf(request, context)
  checkInputs(request, format, takes[family])
  const other = request.inputs?.[1]
  if (family === 'vf-1' && other) throw new WireError(format, other.at ?? '/inputs/1', 'one image is taken, or one video to go on from')
  const isInPixels = request.resolution === undefined && request.aspectRatio === undefined
  const shaped = family === 'vf-1' && isInPixels ? withSize(request, format) : request
  return splitCount(applyFates(shaped, fates[family], context), maxVideos[family], context)
}
