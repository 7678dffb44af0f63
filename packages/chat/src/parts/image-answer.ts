import type { Json, JsonObject, MediaPart, Part, Pointer } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import { decodeImage, encodeMedia } from './media.ts'

/**
 * Decodes an entry of `message.images [{type: image_url, image_url: {url}}]`: images that a model made, in the place of OpenRouter and
 * LiteLLM that clients read, since OpenAI has none. https://openrouter.ai/docs/features/multimodal/image-generation
 */
export function decodeImageAnswer(wire: Json, at: Pointer): MediaPart | undefined {
  const part = isJsonObject(wire) ? decodeImage(wire, at) : undefined
  if (part === undefined) return undefined
  const own = part.extensions?.[format]
  return { ...part, extensions: { ...part.extensions, [format]: { ...own, hint: { ...own?.hint, slot: 'images' } } } }
}

/** Decodes the images of a message; `undefined` if an entry is none. */
export function decodeImageAnswers(wire: Json | undefined, at: Pointer): readonly MediaPart[] | undefined {
  if (!Array.isArray(wire)) return undefined
  const images = wire.map((entry: Json, index) => decodeImageAnswer(entry, `${at}/${index}`))
  return images.every((image) => image !== undefined) ? images : undefined
}

/** True for a part that `message.images` can show. */
export function isImageAnswer(part: Part): part is MediaPart & { readonly kind: 'image' } {
  return part.type === 'media' && part.kind === 'image' && (part.source.type === 'inline' || part.source.type === 'url')
}

/** True for a part that came from `message.images`. */
export function wasImageAnswer(part: Part): boolean {
  return part.type === 'media' && hintOf(part)?.['slot'] === 'images'
}

/** Entry of an image; `undefined` for a source without one. */
export function encodeImageAnswer(part: MediaPart): JsonObject | undefined {
  if (!isImageAnswer(part)) return undefined
  const { detail: _, clip: __, ...shown } = part
  return encodeMedia(shown)
}
