import type { Json, JsonObject, Source } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import type { ImageInput } from '../image-request.ts'
import { hintOf, restore } from './format.ts'

/** Writes an image in the caller's spelling, or else as `{file_id}`, or under the upstream's key for images in JSON. */
export function encodeInput(image: ImageInput, imageKey: 'image_url' | 'url'): Json {
  const { source } = image
  const as = hintOf(image)['as']
  if (as === 'file' && source.type === 'inline') return fileOf(image, source)
  if (source.type === 'file') return restore({ file_id: source.fileId }, image)
  const text = textOf(image)
  if (as === 'text') return text
  const [key = '', inner] = typeof as === 'string' && as !== 'file' && as !== 'file_id' ? as.split('.') : [imageKey]
  const object: Record<string, Json> = { [key]: inner === undefined ? text : nested(source, inner, text) }
  if (as === undefined && imageKey === 'url') object['type'] = 'image_url'
  return restore(object, image)
}

/** The file of a form. Some servers refuse a file without a name or without the type of an image. */
export function fileOf(image: ImageInput, source: Extract<Source, { type: 'inline' }>): JsonObject {
  const mime = hintOf(image)['mime']
  const filename = source.filename ?? `image.${extensionOf(source.mime)}`
  return { filename, mime: typeof mime === 'string' ? mime : source.mime, base64: source.base64 }
}

function extensionOf(mime: string): string {
  const kind = mime.slice('image/'.length).replace(/\W.*$/, '')
  return kind === 'jpeg' || kind === '' ? 'jpg' : kind
}

function nested(source: Source, inner: string, text: string): JsonObject {
  if (source.type !== 'inline') return { [inner === 'data' ? 'url' : inner]: text }
  if (inner === 'mimeType' || inner === 'mime_type') return { [inner]: source.mime, data: source.base64 }
  return inner === 'data' ? { data: source.base64 } : { [inner]: text }
}

function textOf(image: ImageInput): string {
  const { source } = image
  if (source.type === 'url') return source.url
  if (source.type === 'inline') return hintOf(image)['bare'] === true ? source.base64 : dataUrlOf(source)
  return source.type === 'file' ? source.fileId : ''
}
