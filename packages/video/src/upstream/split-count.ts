import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'

/** One more than the largest seed. */
const bound = 4_294_967_296

/**
 * As many operations as it takes where one makes at most `most` videos. Several with one seed would make the same videos again: each takes the
 * seed after those of the operations before it. A seed below 0 is any.
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
