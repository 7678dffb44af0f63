import type { Source } from '@interlingua/core'
import { sniffImage } from './sniff-image.ts'

/**
 * Where an image is that a caller gives as text: an http(s) URL, a data URL (whatever its case, alphabet and white space), or bare base64 of
 * a known kind of image. Undefined for anything else. Payloads may be tens of megabytes: they are copied only where they have to be mended.
 */
export function readImage(text: string): Extract<Source, { type: 'inline' | 'url' }> | undefined {
  const start = text.slice(0, 8).toLowerCase()
  if (start.startsWith('http://') || start === 'https://') return { type: 'url', url: text }
  if (start.startsWith('data:')) return readDataUrl(text)
  const base64 = tidy(text)
  const mime = sniffImage(base64)
  return mime === undefined ? undefined : { type: 'inline', mime, base64 }
}

function readDataUrl(text: string): Extract<Source, { type: 'inline' }> | undefined {
  const comma = text.indexOf(',')
  if (comma === -1 || comma > 256) return undefined
  const [type = '', ...parameters] = text.slice(5, comma).trim().toLowerCase().split(';')
  if (!parameters.some((parameter) => parameter.trim() === 'base64')) return undefined
  const base64 = tidy(text.slice(comma + 1))
  const mime = type.startsWith('image/') ? type.trim() : sniffImage(base64)
  return base64 === '' || mime === undefined ? undefined : { type: 'inline', mime: mime === 'image/jpg' ? 'image/jpeg' : mime, base64 }
}

/** The standard alphabet, without white space and with its padding. */
function tidy(base64: string): string {
  const plain = /^[A-Za-z0-9+/]*={0,2}$/.test(base64) ? base64 : mend(base64)
  const missing = plain.endsWith('=') ? 0 : (4 - (plain.length % 4)) % 4
  return missing === 0 ? plain : plain + '='.repeat(missing)
}

function mend(base64: string): string {
  return base64.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
}
