import { isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { FailedImage, ImageData, ImageItem, GeneratedImage } from '../image-response.ts'
import { factKeys, encodeFacts, readFacts } from './facts.ts'
import { hintOf, keep, restore } from './format.ts'

const mimeKeys = ['mime_type', 'media_type'] as const

/** Reads an entry of `data`: an image as URL or base64, or a failure. */
export function readItem(wire: JsonObject, at: Pointer): ImageItem {
  const { error } = wire
  if (isJsonObject(error) && !wire['url'] && !wire['b64_json']) return readFailed(error, at, [])
  return readMade(wire, at, [])
}

/** Reads the image of an entry or an event; `read` lists further keys of it that were read already. */
export function readMade(wire: JsonObject, at: Pointer, read: readonly string[]): GeneratedImage {
  const known = new Set([...read, ...factKeys])
  const mimeKey = mimeKeys.find((key) => typeof wire[key] === 'string')
  const mime = mimeKey === undefined ? undefined : wire[mimeKey]
  const made: Draft<GeneratedImage> = { type: 'image', source: sourceOf(wire, known, typeof mime === 'string' ? mime : undefined), at }
  if (mimeKey !== undefined) known.add(mimeKey)
  const { revised_prompt: revised } = wire
  if (typeof revised === 'string' && revised !== '') {
    made.revisedPrompt = revised
    known.add('revised_prompt')
  }
  return keep({ ...made, ...readFacts(wire) }, wire, known, mimeKey === undefined ? undefined : { mime: mimeKey })
}

/** The image's base64, or else its URL: some servers write both keys, one of them empty. */
function sourceOf(wire: JsonObject, known: Set<string>, mime: string | undefined): ImageData {
  const { url, b64_json: base64 } = wire
  const type = mime === undefined ? {} : { mime }
  if (typeof base64 === 'string' && base64 !== '') {
    known.add('b64_json')
    return { type: 'inline', base64, ...type }
  }
  known.add('url')
  return { type: 'url', url: typeof url === 'string' ? url : '', ...type }
}

/** Reads the failure of an entry or an event; `read` lists further keys of it that were read already. */
export function readFailed(error: JsonObject, at: Pointer, read: readonly string[]): FailedImage {
  const { code, message } = error
  return keep(
    {
      type: 'failed',
      code: typeof code === 'string' ? code : 'failed',
      message: typeof message === 'string' ? message : 'the image was not made',
      at,
    },
    error,
    new Set([...read, 'code', 'message']),
  )
}

/** Writes an image with exactly one of `url` and `b64_json`. */
export function encodeMade(image: GeneratedImage): Record<string, Json> {
  const { source, revisedPrompt, made } = image
  const wire: Record<string, Json> = source.type === 'url' ? { url: source.url } : { b64_json: source.base64 }
  if (revisedPrompt !== undefined) wire['revised_prompt'] = revisedPrompt
  const key = hintOf(image)['mime']
  if (typeof key === 'string' && source.mime !== undefined) wire[key] = source.mime
  encodeFacts(wire, made)
  restore(wire, image)
  // Clients choose by the presence of the keys.
  const other = source.type === 'url' ? 'b64_json' : 'url'
  if (wire[other] === '' || wire[other] === null) delete wire[other]
  return wire
}
