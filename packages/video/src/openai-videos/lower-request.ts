import { WireError, type Context } from '@interlingua/core'
import { placeOf, type Draft } from '@interlingua/dialects'
import { notice } from '../notices.ts'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoRequest, VideoRole } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { readSettings } from './settings.ts'

const strict = [4, 8, 12, 16, 20] as const

const takes: Partial<Record<VideoRole, Takes>> = {
  'first-frame': { inline: true, schemes: ['http', 'https'], files: [format] },
  'source-video': { inline: true },
  'source-task': { tasks: true },
}

/** One operation. What goes on from a video has its length and size: they are not said. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  const { durationSnap = 'off', durations = strict, sizes } = readSettings(context.dialect)
  const draft: Draft<VideoRequest> = { ...applyFates(request, fates, context) }
  const { size, duration } = draft
  if (size && sizes && !sizes.includes(`${size.width}x${size.height}`))
    throw new WireError(
      format,
      placeOf(request, 'size' in (request.fields ?? {}) ? 'size' : 'resolution'),
      `this upstream makes videos of ${sizes.join(', ')}`,
    )
  if (duration !== undefined && durationSnap === 'up' && !durations.some((seconds) => seconds === duration)) {
    const longer = durations.toSorted((a, b) => a - b).find((seconds) => seconds > duration)
    if (longer === undefined)
      throw new WireError(format, placeOf(request, 'duration'), `this upstream makes videos of ${durations.join(', ')} seconds`)
    draft.duration = longer
    context.onNotice(notice('duration-raised', placeOf(request, 'duration')))
  }
  return [draft]
}
