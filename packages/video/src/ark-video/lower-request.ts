import { WireError, type Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs, type Takes } from '../upstream/check-inputs.ts'
import { splitCount } from '../upstream/split-count.ts'
import type { VideoRequest } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { readSettings } from './settings.ts'

const anywhere: Takes = { inline: true, schemes: ['http', 'https', 'asset'] }

/** The inputs that Ark takes by role; videos only as URLs or earlier tasks. */
export const takes: TakenInputs = {
  'first-frame': anywhere,
  'last-frame': anywhere,
  'reference-image': anywhere,
  'reference-video': { schemes: ['http', 'https', 'asset'] },
  'reference-audio': anywhere,
  'draft-task': { tasks: true },
}

/** A separate operation for each video. Throws a WireError for `assets` where the channel has no library of licensed material. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  if (request.assets === true && readSettings(context.dialect).assets === false)
    throw new WireError(format, placeOf(request, 'assets'), 'this upstream has no library of assets')
  return splitCount(applyFates(request, fates, context), 1, context)
}
