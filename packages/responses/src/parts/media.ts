import type { JsonObject, MediaPart, Pointer } from '@interlingua/core'
import { addRest, extensionOf, format, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireContent } from '../wire/wire-item.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { joinDataUrl, splitDataUrl } from './data-url.ts'

const details = { low: 'low', high: 'high', auto: 'auto', original: 'ultra' } as const
const wireDetails = { low: 'low', medium: 'auto', high: 'high', auto: 'auto', ultra: 'original' } as const satisfies Record<
  NonNullable<MediaPart['detail']>,
  keyof typeof details
>
const fields = { source: '/image_url', detail: '/detail', cache: '/prompt_cache_breakpoint' } as const

/** Decodes `input_image {image_url | file_id, detail?}`; `undefined` if it names no image. */
export function decodeImage(wire: JsonObject, at: Pointer): MediaPart | undefined {
  const { image_url: url, file_id: fileId } = wire
  if (typeof url !== 'string' && typeof fileId !== 'string') return undefined
  const part: Draft<MediaPart> = {
    type: 'media',
    kind: 'image',
    source: typeof url === 'string' ? (splitDataUrl(url) ?? { type: 'url', url }) : { type: 'file', fileId: String(fileId), owner: format },
    at,
    fields,
  }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || (key === 'image_url' && typeof url === 'string')) continue
    if (key === 'file_id' && typeof url !== 'string') continue
    if (key === 'detail' && typeof value === 'string' && Object.hasOwn(details, value)) part.detail = details[value as keyof typeof details] // a key of the table
    else if (key === 'prompt_cache_breakpoint') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest)
  if (extensions) part.extensions = extensions
  return part
}

/** Encodes media; `undefined` if no `input_image` can hold them, as lowering leaves none. */
export function encodeImage(part: MediaPart): WireContent | undefined {
  const wire: JsonDraft & { type: string } = { type: 'input_image' }
  if (!writeSource(wire, part)) return undefined
  if (part.detail !== undefined) wire.detail = wireDetails[part.detail]
  if (part.cache !== undefined) wire.prompt_cache_breakpoint = encodeCache(part.cache)
  return addRest(wire, restOf(part)) as WireContent // the type was printed first
}

/** Prints the source of an image: `image_url` or `file_id`. Returns false if this format cannot express it. */
export function writeSource(wire: JsonDraft, { kind, source }: MediaPart): boolean {
  if (kind !== 'image') return false
  if (source.type === 'inline') wire.image_url = joinDataUrl(source.mime, source.base64)
  else if (source.type === 'url') wire.image_url = source.url
  else if (source.type === 'file') wire.file_id = source.fileId
  else return false
  return true
}
