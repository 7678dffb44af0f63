import type { Context } from '@interlingua/core'
import { findVideoModel } from '../models/find-video-model.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest } from '../video-request.ts'

const families = ['vf-1', 'vf-2', 'vf-3'] as const satisfies readonly VideoFamily[]

/** The words in which another gateway takes a wish: those of the channel's `family`, else of the model, else by what only one family says. */
export function familyOf(request: VideoRequest, context: Context): VideoFamily {
  const told = families.find((family) => family === context.dialect['family'])
  if (told) return told
  const known = findVideoModel(request.model)
  if (known) return known.family
  if (request.size) return 'vf-1'
  return request.watermark !== undefined || request.assets !== undefined || request.aspectRatio === 'adaptive' ? 'vf-3' : 'vf-2'
}
