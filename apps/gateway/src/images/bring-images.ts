import type { Context } from '@interlingua/core'
import { findImageUrls, placeImages, type ImageRequest, type ImageUpstream } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'
import { bringFiles } from '../operations/bring-files.ts'

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
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await bringFiles(exchange, [first, ...more])
  return files && placeImages(request, files)
}
