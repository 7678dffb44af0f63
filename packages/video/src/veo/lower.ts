import { type Context, type Format } from '@interlingua/core'
import { z } from 'zod'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type Takes } from '../upstream/check-inputs.ts'
import type { VideoFates } from '../upstream/fates.ts'
import type { VideoRequest, VideoRole } from '../video-request.ts'

const schema = z.looseObject({ mostVideos: z.int().positive().optional() })

/**
 * The operations of a wish, of at most `most` videos each; a channel's setting `mostVideos` says otherwise. References and source videos are
 * taken beside the frames that the interface names.
 */
export function lower(
  request: VideoRequest,
  format: Format,
  fates: VideoFates,
  own: Takes,
  most: number,
  context: Context,
): readonly VideoRequest[] {
  const takes: Partial<Record<VideoRole, Takes>> = {
    'first-frame': own,
    'last-frame': own,
    'reference-image': own,
    'source-video': own,
  }
  checkInputs(request, format, takes)
  const { count = 1 } = request
  const { mostVideos = most } = schema.parse(context.dialect)
  const lowered = applyFates(request, fates, context)
  const operations: VideoRequest[] = []
  for (let left = count; left > 0; left -= mostVideos) operations.push({ ...lowered, count: Math.min(left, mostVideos) })
  return operations
}
