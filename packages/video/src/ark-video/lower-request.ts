import { WireError, type Context } from '@interlingua/core'
import { placeOf } from '@interlingua/dialects'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoRequest, VideoRole } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { readSettings } from './settings.ts'

const anywhere: Takes = { inline: true, schemes: ['http', 'https', 'asset'] }

const takes: Partial<Record<VideoRole, Takes>> = {
  'first-frame': anywhere,
  'last-frame': anywhere,
  'reference-image': anywhere,
  'reference-video': { schemes: ['http', 'https', 'asset'] },
  'reference-audio': anywhere,
  'draft-task': { tasks: true },
}

/** One operation; assets only where the channel has a library of them. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  if (request.assets === true && readSettings(context.dialect).assets === false)
    throw new WireError(format, placeOf(request, 'assets'), 'this upstream has no library of assets')
  if (request.count !== undefined && request.count > 1) {
    const { count, ...one } = request
    return Array.from({ length: count }, () => applyFates(one, fates, context)).slice(0, count)
  }
  return [applyFates(request, fates, context)]
}
