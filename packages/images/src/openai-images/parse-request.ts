import { isJsonObject, WireError, type Context, type JsonObject, type Json, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import { format } from './format.ts'
import { isForm } from './is-form.ts'
import { readInputs } from './read-inputs.ts'
import { limits, requestSchema } from './request-schema.ts'
import { typedForm } from './typed-form.ts'
import type { WireImageRequest } from './wire.ts'

/**
 * Checks a body of either endpoint and returns it; unknown keys are legal, and lowering checks the limits of a family. Throws a WireError
 * that names the field, or a LimitError.
 */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireImageRequest> {
  checkLimits(format, message.body, context.limits)
  if (!isJsonObject(message.body)) throw new WireError(format, '', 'the body must be an object')
  const body = isForm(message) ? typedForm(message.body) : message.body
  check(format, requestSchema, body)
  if (isAbsent(body['model']) && !message.path.endsWith('/edits')) throw new WireError(format, '/model', 'Field required')
  const { images, mask, contents } = readInputs(body, message.body)
  checkPrompt(body, contents?.texts ?? [])
  checkEdits(body, { images: images.length > 0 || hasNativeImage(body['input']), mask: mask !== undefined }, message.path)
  checkTogether(body)
  return message as WireMessage<WireImageRequest> // an object, as was just seen
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null
}

function checkPrompt(body: JsonObject, texts: readonly string[]): void {
  const spoken = texts.some((text) => text !== '') || hasNativeText(body['input'])
  if (isAbsent(body['prompt']) && !spoken) throw new WireError(format, '/prompt', 'Field required')
  if (texts.length === 0) return
  const all = [...(typeof body['prompt'] === 'string' ? [body['prompt']] : []), ...texts].join('\n')
  // The limit counts code points. A text has at most as many as UTF-16 units, which the schema counts.
  if (all.length > limits.prompt && Array.from(all).length > limits.prompt)
    throw new WireError(format, '/contents', `the texts must have at most ${limits.prompt} characters together`)
}

function checkEdits(body: JsonObject, given: { readonly images: boolean; readonly mask: boolean }, path: string): void {
  if (given.images) return
  if (given.mask) throw new WireError(format, '/mask', 'a mask needs an image')
  if (path.endsWith('/edits')) throw new WireError(format, isAbsent(body['images']) ? '/image' : '/images', 'Field required')
}

/** Checks the pairs of fields in which one requires the other. */
function checkTogether(body: JsonObject): void {
  const { stream, partial_images: partials, output_format: file, output_compression: compression, background } = body
  if (typeof partials === 'number' && partials > 0 && stream !== true)
    throw new WireError(format, '/partial_images', 'previews need stream to be true')
  if (typeof compression === 'number' && compression < 100 && file !== 'jpeg' && file !== 'webp')
    throw new WireError(format, '/output_compression', 'only jpeg and webp are compressed: set output_format')
  if (background === 'transparent' && !isAbsent(file) && file !== 'png' && file !== 'webp')
    throw new WireError(format, '/background', 'transparent needs png or webp as output_format')
  if (!isAbsent(body['sequential_image_generation_options']) && isAbsent(body['sequential_image_generation']))
    throw new WireError(format, '/sequential_image_generation_options', 'needs sequential_image_generation')
}

function nativeItems(input: Json | undefined): readonly JsonObject[] {
  const messages = isJsonObject(input) ? input['messages'] : undefined
  if (!Array.isArray(messages)) return []
  return messages.filter(isJsonObject).flatMap(({ content }) => {
    if (typeof content === 'string') return [{ text: content }]
    return Array.isArray(content) ? content.filter(isJsonObject) : []
  })
}

function hasNativeText(input: Json | undefined): boolean {
  if (isJsonObject(input) && typeof input['prompt'] === 'string' && input['prompt'] !== '') return true
  return nativeItems(input).some(({ text }) => typeof text === 'string' && text !== '')
}

function hasNativeImage(input: Json | undefined): boolean {
  return nativeItems(input).some(({ image }) => typeof image === 'string' && image !== '')
}
