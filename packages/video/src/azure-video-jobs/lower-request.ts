import { WireError, type Context } from '@interlingua/core'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs } from '../upstream/check-inputs.ts'
import { withSize } from '../upstream/with-size.ts'
import type { VideoRequest } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** Azure takes files only; the id of an earlier video cannot be used again. */
const takes: TakenInputs = { 'first-frame': { inline: true }, 'source-video': { inline: true } }

/** The values that a job must state, for a request that leaves them out. */
const usual = { duration: 5, resolution: '720p', aspectRatio: '16:9' } as const

/** The single job of a request, with every value that a job must state. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  const other = request.inputs?.[1]
  if (other) throw new WireError(format, other.at ?? '/inputs/1', 'this upstream takes one image, or one video to go on from')
  return [applyFates(withSize({ ...usual, ...request }, format), fates, context)]
}
