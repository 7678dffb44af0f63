import { isJsonObject, pointer, type Json, type Pointer, type Source } from '@interlingua/core'
import { WishError } from './wish-error.ts'

/** By the first letters of base64. */
const heads = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
] as const

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
  const comma = trimmed.indexOf(',')
  const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^,;]*)*;base64$/i.exec(comma === -1 ? '' : trimmed.slice(0, comma))
  const base64 = plainBase64(head ? trimmed.slice(comma + 1) : trimmed)
  if (base64 === undefined) throw new WishError(at, 'an address (https://…), a data URL or base64 is expected')
  const mime = head?.[1]?.toLowerCase() ?? heads.find(([start]) => base64.startsWith(start))?.[1]
  if (mime === undefined) throw new WishError(at, 'what kind of file this is cannot be seen: send a data URL')
  return { type: 'inline', mime: mime === 'image/jpg' ? 'image/jpeg' : mime, base64 }
}

/** In the standard alphabet and without white space; `undefined` where it is no base64. */
function plainBase64(text: string): string | undefined {
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
  return plain.length >= 8 && /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? plain : undefined
}
