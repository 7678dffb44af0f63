import { isJsonObject, pointer, type Json, type Pointer, type Source } from '@interlingua/core'
import { readImage } from '@interlingua/dialects'
import { WishError } from './wish-error.ts'

/** An image or a video as callers write it: an address, a data URL, bare base64, or an object with one of those, or with the id of a file. */
export function readMedia(value: Json, at: Pointer): Source {
  if (typeof value === 'string') return readSource(value, at)
  if (isJsonObject(value)) {
    const { file_id: fileId } = value
    if (typeof fileId === 'string' && fileId !== '') return { type: 'file', fileId, owner: 'openai-videos' }
    for (const key of ['image_url', 'video_url', 'url']) {
      const inner = value[key]
      if (typeof inner === 'string') return readSource(inner, pointer(at, key))
      if (isJsonObject(inner) && typeof inner['url'] === 'string') return readSource(inner['url'], pointer(at, key, 'url'))
    }
    const { base64, mime } = value
    if (typeof base64 === 'string' && typeof mime === 'string') return { type: 'inline', mime, base64 }
  }
  throw new WishError(at, 'an address (https://…), a data URL or base64 is expected')
}

function readSource(text: string, at: Pointer): Source {
  const trimmed = text.trim()
  if (/^(?:https?|gs|asset):\/\/\S+$/i.test(trimmed)) return { type: 'url', url: trimmed }
  const image = readImage(trimmed)
  if (image) return image
  const file = /^data:((?:audio|video)\/[\w.+-]+)(?:;[^,;]{0,80})*;base64,([A-Za-z0-9+/]+={0,2})$/i.exec(trimmed)
  if (file) return { type: 'inline', mime: (file[1] ?? '').toLowerCase(), base64: file[2] ?? '' }
  throw new WishError(at, 'an address (https://…), a data URL or base64 is expected')
}
