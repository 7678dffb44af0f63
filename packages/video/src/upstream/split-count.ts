import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'

/** The number of seeds: one more than the largest. */
const bound = 4_294_967_296

/**
 * Splits a request into operations of at most `most` videos each. A seed of 0 or more is raised for each operation by the number of videos
 * before it, so that no video is made twice; a negative seed means any.
 */
export function splitCount(request: VideoRequest, most: number, context: Context): readonly VideoRequest[] {
  const { count = 1, seed } = request
  if (count <= most) return [request]
  const isSpread = seed !== undefined && seed >= 0
  if (isSpread) context.onNotice(notice('seed-spread', placeOf(request, 'seed')))
  const operations: VideoRequest[] = []
  for (let made = 0; made < count; made += most)
    operations.push({ ...request, count: Math.min(count - made, most), ...(isSpread && { seed: (seed + made) % bound }) })
  return operations
}
