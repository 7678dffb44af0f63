import { WireError, type Format } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import type { VideoRequest } from '../video-request.ts'
import { sizes } from '../request/sizes.ts'

/**
 * The request with its size in pixels and in words, by the nine sizes of the first family. Throws a `WireError` for words that fit none;
 * pixels that fit none are left unchanged.
 */
export function withSize(request: VideoRequest, format: Format): VideoRequest {
  const { size, resolution, aspectRatio } = request
  if (size !== undefined) {
    const known = sizes.find(({ width, height }) => width === size.width && height === size.height)
    return known === undefined ? request : { ...request, resolution: known.resolution, aspectRatio: known.aspectRatio }
  }
  if (resolution === undefined && aspectRatio === undefined) return request
  const [word, ratio] = [resolution ?? '720p', aspectRatio ?? '16:9']
  const known = sizes.find((one) => one.resolution === word && one.aspectRatio === ratio)
  if (known) return { ...request, resolution: word, aspectRatio: ratio, size: { width: known.width, height: known.height } }
  const field = sizes.some((one) => one.resolution === word) ? 'aspectRatio' : 'resolution'
  throw new WireError(format, placeOf(request, field), 'this upstream makes videos in 480p, 720p and 1080p, in 16:9, 9:16 and 1:1')
}
