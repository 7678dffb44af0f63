import { isJsonObject, type Fetched, type Json, type JsonObject } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from './image-request.ts'

/** The request with each URL of `fetched` replaced by its bytes, also in DashScope's own input. */
export function placeImages(request: ImageRequest, fetched: ReadonlyMap<string, Fetched>): ImageRequest {
  if (fetched.size === 0) return request
  const { images, mask, native } = request
  const place = (image: ImageInput): ImageInput => {
    const bytes = image.source.type === 'url' ? fetched.get(image.source.url) : undefined
    return bytes === undefined ? image : { ...image, source: { type: 'inline', mime: bytes.mime, base64: bytes.base64 } }
  }
  return {
    ...request,
    ...(images !== undefined && { images: images.map(place) }),
    ...(mask !== undefined && { mask: place(mask) }),
    ...(native?.input !== undefined && { native: { ...native, input: placeInInput(native.input, fetched) } }),
  }
}

function placeInInput(input: JsonObject, fetched: ReadonlyMap<string, Fetched>): JsonObject {
  const { messages } = input
  if (!Array.isArray(messages)) return input
  const item = (value: Json): Json => {
    const bytes = isJsonObject(value) && typeof value['image'] === 'string' ? fetched.get(value['image']) : undefined
    return isJsonObject(value) && bytes !== undefined ? { ...value, image: dataUrlOf({ type: 'inline', ...bytes }) } : value
  }
  const message = (value: Json): Json =>
    isJsonObject(value) && Array.isArray(value['content']) ? { ...value, content: value['content'].map(item) } : value
  return { ...input, messages: messages.map(message) }
}
