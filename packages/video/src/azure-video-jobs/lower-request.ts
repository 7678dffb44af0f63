import type { Context } from '@interlingua/core'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoRequest, VideoRole } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** Files alone: ids of videos are bound to what made them. */
const takes: Partial<Record<VideoRole, Takes>> = { 'first-frame': { inline: true }, 'source-video': { inline: true } }

/** One job. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  return [applyFates(request, fates, context)]
}
