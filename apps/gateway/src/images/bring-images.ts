import { isJsonObject, pointer, type Context, type Fetched, type FoundUrl, type JsonObject, type Pointer } from '@interlingua/core'
import type { ImageInput, ImageRequest, ImageUpstream } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'
import { notice } from '../media/notices.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { fetchFiles } from '../requests/fetch-files.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

type Placed = (url: string, at: Pointer) => Fetched | undefined

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
  const found = new Map<string, FoundUrl>()
  place(request, (url, at) => {
    const known = paints.takesUrl({ source: { type: 'url', url }, at }, context)
    if (!known && !found.has(url)) found.set(url, { url, kind: 'image', at })
    return undefined
  })
  const all = [...found.values()]
  const [first] = all
  if (first === undefined) return request
  const { fetchMedia } = exchange.gateway
  const brought =
    fetchMedia === undefined
      ? invalidRequest('the file would have to be fetched from its address, which is turned off', first.at)
      : await fetchFiles(exchange, fetchMedia, all)
  if (brought === undefined) return undefined
  if ('failure' in brought) throw new AttemptFailed({ fault: brought, verdict: 'elsewhere' })
  for (const { at } of all) exchange.onNotice(notice('media-fetched', at))
  return place(request, (url) => brought.files.get(url))
}

/** Shows `fetched` every address in a wish, and puts what it gives in its place. */
function place(request: ImageRequest, fetched: Placed): ImageRequest {
  const { images, mask, native } = request
  const input = native?.input
  return {
    ...request,
    ...(images && { images: images.map((image, index) => placeInput(image, pointer('/images', index), fetched)) }),
    ...(mask && { mask: placeInput(mask, '/mask', fetched) }),
    ...(native && input && { native: { ...native, input: placeNative(input, fetched) } }),
  }
}

function placeInput(image: ImageInput, at: Pointer, fetched: Placed): ImageInput {
  const { source } = image
  if (source.type !== 'url') return image
  const file = fetched(source.url, image.at ?? at)
  return file ? { ...image, source: { type: 'inline', mime: file.mime, base64: file.base64 } } : image
}

/** DashScope's own input says `{image}` among the contents of its messages. */
function placeNative(input: JsonObject, fetched: Placed): JsonObject {
  const { messages } = input
  if (!Array.isArray(messages)) return input
  const placed = messages.map((message, turn) => {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) return message
    const content = message['content'].map((item, index) => {
      if (!isJsonObject(item) || typeof item['image'] !== 'string' || !/^https?:\/\//i.test(item['image'])) return item
      const file = fetched(item['image'], pointer('/input/messages', turn, 'content', index, 'image'))
      return file ? { ...item, image: `data:${file.mime};base64,${file.base64}` } : item
    })
    return { ...message, content }
  })
  return { ...input, messages: placed }
}
