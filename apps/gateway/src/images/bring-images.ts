import type { Context } from '@interlingua/core'
import { findImageUrls, placeImages, type ImageRequest, type ImageUpstream } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'
import { notice } from '../media/notices.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { fetchFiles } from '../requests/fetch-files.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/**
 * The wish with the bytes of each image whose address the upstream cannot be told; `undefined` where the client has left meanwhile. Rejects
 * with `AttemptFailed` where one cannot be had: another channel may be able to be told.
 */
export async function bringImages(
  exchange: Exchange,
  request: ImageRequest,
  paints: ImageUpstream,
  context: Context,
): Promise<ImageRequest | undefined> {
  const found = findImageUrls(request, paints, context).map(({ url, at }) => ({ url, at, kind: 'image' }) as const)
  const [first] = found
  if (first === undefined) return request
  const { fetchMedia } = exchange.gateway
  const brought =
    fetchMedia === undefined
      ? invalidRequest('the file would have to be fetched from its address, which is turned off', first.at)
      : await fetchFiles(exchange, fetchMedia, found)
  if (brought === undefined) return undefined
  if ('failure' in brought) throw new AttemptFailed({ fault: brought, verdict: 'elsewhere' })
  for (const { at } of found) exchange.onNotice(notice('media-fetched', at))
  return placeImages(request, brought.files)
}
