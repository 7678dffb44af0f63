import { sniffImage } from '@interlingua/core/adapter'
import type { Source } from '@interlingua/core'
import { readDataUrl } from './read-data-url.ts'
import { tidyBase64 } from './tidy-base64.ts'

/**
 * Source of an image that a caller gives as text: an http(s) URL, a data URL (in any case and alphabet, with white space), or bare base64
 * of a known kind of image; `undefined` for any other text. Payloads of tens of megabytes are copied only if they have to be corrected.
 */
export function readImage(text: string): Extract<Source, { type: 'inline' | 'url' }> | undefined {
  const start = text.slice(0, 8).toLowerCase()
  if (start.startsWith('http://') || start === 'https://') return { type: 'url', url: text }
  if (start.startsWith('data:')) return imageOf(text)
  const base64 = tidyBase64(text)
  const mime = sniffImage(base64)
  return mime === undefined ? undefined : { type: 'inline', mime, base64 }
}

function imageOf(text: string): Extract<Source, { type: 'inline' }> | undefined {
  const data = readDataUrl(text)
  if (data === undefined) return undefined
  const mime = data.mime.startsWith('image/') ? data.mime : sniffImage(data.base64)
  return mime === undefined ? undefined : { type: 'inline', mime: mime === 'image/jpg' ? 'image/jpeg' : mime, base64: data.base64 }
}
