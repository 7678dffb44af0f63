import type { Context } from '@interlingua/core'
import { familyOf } from './family-of.ts'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoFates } from '../upstream/fates.ts'
import { fates as arkFates } from '../ark-video/fates.ts'
import { fates as fixedFates } from '../openai-videos/fates.ts'
import { fates as nativeFates } from '../vertex-veo/fates.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest, VideoRole } from '../video-request.ts'
import { format } from './format.ts'

const anywhere: Takes = { inline: true, schemes: ['http', 'https', 'asset'] }

const takes: Partial<Record<VideoRole, Takes>> = {
  'first-frame': anywhere,
  'last-frame': anywhere,
  'reference-image': anywhere,
  'reference-video': { schemes: ['http', 'https', 'asset'] },
  'reference-audio': anywhere,
  'source-video': anywhere,
  'source-task': { tasks: true },
  'draft-task': { tasks: true },
}

const fates = {
  'vf-1': { ...fixedFates, size: 'carried' },
  // A mark can be asked for by name, whatever comes of it.
  'vf-2': { ...nativeFates, watermark: 'carried' },
  'vf-3': { ...arkFates, user: 'user' },
} as const satisfies Record<VideoFamily, VideoFates>

/** One task: the other gateway takes what this one does. */
export function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  checkInputs(request, format, takes)
  return [applyFates(request, fates[familyOf(request, context)], context)]
}
