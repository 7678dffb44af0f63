import { isJsonObject, type Json } from '@interlingua/core'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { hintOf } from './format.ts'
import { fileOf, encodeInput } from './encode-input.ts'

type ImageKey = 'image_url' | 'url'

/**
 * Writes images, mask and image context of a request under the keys from which they were read. A request of another dialect gets OpenAI's
 * keys: `images` in JSON, and in a form `image` for one and `image[]` for several.
 */
export function encodeInputs(request: ImageRequest, form: boolean, imageKey: ImageKey = 'image_url'): Record<string, Json> {
  const { images = [], mask } = request
  const wire: Record<string, Json> = {}
  const spelled = hintOf(request)['inputs']
  if (isJsonObject(spelled)) encodeSpelled(wire, request, images, spelled, imageKey)
  else if (images.length > 0) {
    if (!form) wire['images'] = images.map((image) => encodeInput(image, imageKey))
    else if (images.length === 1) wire['image'] = encodeFile(images[0], imageKey)
    else wire['image[]'] = images.map((image) => encodeFile(image, imageKey))
  }
  if (mask !== undefined) wire['mask'] = form && hintOf(mask)['as'] === undefined ? encodeFile(mask, imageKey) : encodeInput(mask, imageKey)
  return wire
}

function encodeFile(image: ImageInput | undefined, imageKey: ImageKey): Json {
  if (image === undefined) return null
  return image.source.type === 'inline' ? fileOf(image, image.source) : encodeInput(image, imageKey)
}

function encodeSpelled(
  wire: Record<string, Json>,
  request: ImageRequest,
  images: readonly ImageInput[],
  spelled: Readonly<Record<string, Json>>,
  imageKey: ImageKey,
): void {
  let next = 0
  const take = (): Json => {
    const image = images[next++]
    return image === undefined ? null : encodeInput(image, imageKey)
  }
  for (const key in spelled) {
    const count = spelled[key]
    wire[key] = typeof count === 'number' ? Array.from({ length: count }, take) : take()
  }
  const contents = hintOf(request)['contents']
  if (!Array.isArray(contents)) return
  const own = hintOf(request)['prompt']
  let from = typeof own === 'number' ? own + 1 : 0
  const text = request.prompt ?? ''
  wire['contents'] = contents.filter(isJsonObject).map(({ role, parts }) => ({
    ...(role !== undefined && { role }),
    parts: (Array.isArray(parts) ? parts : []).map((length) => {
      if (typeof length !== 'number') return take()
      const piece = { text: text.slice(from, from + length) }
      from += length + 1
      return piece
    }),
  }))
}
