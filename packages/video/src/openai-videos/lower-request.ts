import { WireError, type Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import { notice } from '../notices.ts'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs } from '../upstream/check-inputs.ts'
import { splitCount } from '../upstream/split-count.ts'
import { withSize } from '../upstream/with-size.ts'
import type { VideoRequest } from '../video-request.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { readSettings, type OpenaiVideosSettings } from './settings.ts'

const strict = [4, 8, 12, 16, 20] as const

const takes: TakenInputs = {
  'first-frame': { inline: true, schemes: ['http', 'https'], files: [format] },
  'source-video': { inline: true },
  'source-task': { tasks: true },
}

/** A separate operation for each video. A request with a source video states no duration and no size, which the source decides. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  const settings = readSettings(context.dialect)
  const [source, other] = request.inputs ?? []
  if (other) throw new WireError(format, other.at ?? '/inputs/1', 'this upstream takes one reference image, or one video to go on from')
  const shaped =
    source === undefined || source.role === 'first-frame' ? withShape(request, settings, context) : withoutShape(request, context)
  return splitCount(applyFates(shaped, fates, context), 1, context)
}

function withShape(request: VideoRequest, settings: OpenaiVideosSettings, context: Context): VideoRequest {
  const { durationSnap = 'off', durations = strict, sizes } = settings
  const draft: Draft<VideoRequest> = { ...withSize(request, format) }
  const { size, duration } = draft
  if (size && sizes && !sizes.includes(`${size.width}x${size.height}`)) {
    const field = request.fields?.['size'] !== undefined || request.resolution === undefined ? 'size' : 'resolution'
    throw new WireError(format, placeOf(request, field), `this upstream makes videos of ${sizes.join(', ')}`)
  }
  if (duration !== undefined && durationSnap === 'up' && !durations.some((seconds) => seconds === duration)) {
    const longer = durations.toSorted((a, b) => a - b).find((seconds) => seconds > duration)
    if (longer === undefined)
      throw new WireError(format, placeOf(request, 'duration'), `this upstream makes videos of ${durations.join(', ')} seconds`)
    draft.duration = longer
    context.onNotice(notice('duration-raised', placeOf(request, 'duration')))
  }
  return draft
}

function withoutShape(request: VideoRequest, context: Context): VideoRequest {
  const { duration, resolution, aspectRatio, size, ...rest } = request
  if (duration !== undefined) context.onNotice(notice('source-duration', placeOf(request, 'duration')))
  const words = (['resolution', 'aspectRatio'] as const).filter((field) => request[field] !== undefined)
  const said = words.length === 0 && size !== undefined ? (['size'] as const) : words
  for (const place of new Set(said.map((field) => placeOf(request, field)))) context.onNotice(notice('source-size', place))
  return rest
}
