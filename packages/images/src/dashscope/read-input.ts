import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { dataUrlOf, readImage } from '@interlingua/adapter-kit'
import type { ImageInput, ImageRequest } from '../image-request.ts'

/**
 * Reads messages that mean no more than a prompt with images: a single one of the user, with one text before or after its images. Returns
 * false, and reads nothing, for any other messages.
 */
export function readMessages(
  input: JsonObject,
  draft: Draft<ImageRequest>,
  fields: Record<string, Pointer>,
  hint: Record<string, Json>,
): boolean {
  const { messages, ...others } = input
  if (Object.keys(others).length > 0 || !Array.isArray(messages) || messages.length !== 1) return false
  const [message] = messages as readonly Json[] // Array.isArray does not narrow readonly lists
  if (!isJsonObject(message) || message['role'] !== 'user' || Object.keys(message).length !== 2) return false
  const { content } = message
  if (!Array.isArray(content)) return false
  const images: ImageInput[] = []
  let text: number | undefined
  for (const [index, part] of (content as readonly Json[]).entries()) {
    // an array: its items are JSON
    if (!isJsonObject(part) || Object.keys(part).length !== 1) return false
    const image = readPlain(part['image'], pointer('/input/messages/0/content', index, 'image'))
    if (image !== undefined) images.push(image)
    else if (typeof part['text'] === 'string' && text === undefined) text = index
    else return false
  }
  if (text === undefined || (text !== 0 && text !== content.length - 1)) return false
  draft.prompt = String((content[text] as JsonObject)['text']) // an object, as was just seen
  fields['prompt'] = pointer('/input/messages/0/content', text, 'text')
  if (images.length > 0) {
    draft.images = images
    fields['images'] = '/input/messages/0/content'
    hint['textFirst'] = text === 0
  }
  return true
}

/** Reads the input of the older services where it has only a prompt, a negative prompt and images. Returns false for any other input. */
export function readClassic(input: JsonObject, draft: Draft<ImageRequest>, fields: Record<string, Pointer>): boolean {
  const { prompt, negative_prompt: negative, images, ...others } = input
  if (Object.keys(others).length > 0 || typeof prompt !== 'string') return false
  if (negative !== undefined && (typeof negative !== 'string' || negative === '')) return false
  if (images !== undefined && (!Array.isArray(images) || images.length === 0)) return false
  const texts = (images ?? []) as readonly Json[] // Array.isArray does not narrow readonly lists
  const inputs = texts.map((text, index) => readPlain(text, pointer('/input/images', index)))
  const known = inputs.filter((image) => image !== undefined)
  if (known.length < inputs.length) return false
  draft.prompt = prompt
  fields['prompt'] = '/input/prompt'
  if (negative !== undefined) {
    draft.negativePrompt = negative
    fields['negativePrompt'] = '/input/negative_prompt'
  }
  if (known.length > 0) {
    draft.images = known
    fields['images'] = '/input/images'
  }
  return true
}

/** Reads an image, but only where it is encoded again as the same text. */
function readPlain(text: Json | undefined, at: Pointer): ImageInput | undefined {
  const source = typeof text === 'string' ? readImage(text) : undefined
  if (source === undefined || (source.type === 'inline' && dataUrlOf(source) !== text)) return undefined
  return { source, at }
}
