import type { Json, JsonObject, MediaPart, Part, Pointer } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import { decodeImage, encodeMedia } from './media.ts'

/**
 * `message.images [{type: image_url, image_url: {url}}]`: images that a model made. OpenAI has no place for them; this is OpenRouter's and
 * LiteLLM's, and what clients read. https://openrouter.ai/docs/features/multimodal/image-generation
 */
export function decodeImageAnswer(wire: Json, at: Pointer): MediaPart | undefined {
  const part = isJsonObject(wire) ? decodeImage(wire, at) : undefined
  if (part === undefined) return undefined
  const own = part.extensions?.[format]
  return { ...part, extensions: { ...part.extensions, [format]: { ...own, hint: { ...own?.hint, slot: 'images' } } } }
}

/** Images of a message; undefined where one of them is none. */
export function decodeImageAnswers(wire: Json | undefined, at: Pointer): readonly MediaPart[] | undefined {
  if (!Array.isArray(wire)) return undefined
  const images = wire.map((entry: Json, index) => decodeImageAnswer(entry, `${at}/${index}`))
  return images.every((image) => image !== undefined) ? images : undefined
}

/** Whether a part of an answer is shown there. */
export function isImageAnswer(part: Part): part is MediaPart & { readonly kind: 'image' } {
  return part.type === 'media' && part.kind === 'image' && (part.source.type === 'inline' || part.source.type === 'url')
}

/** Whether a part stood there. */
export function wasImageAnswer(part: Part): boolean {
  return part.type === 'media' && hintOf(part)?.['slot'] === 'images'
}

/** The entry of an image; `undefined` for what has none. */
export function encodeImageAnswer(part: MediaPart): JsonObject | undefined {
  if (!isImageAnswer(part)) return undefined
  const { detail: _, clip: __, ...shown } = part
  return encodeMedia(shown)
}
