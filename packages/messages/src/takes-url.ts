import type { DocumentPart, MediaPart } from '@interlingua/core'
import { partFields } from './parts/part-fields.ts'

/**
 * Images and PDFs are taken by URL. What nobody says the type of, and does not look like a PDF, has to be seen first: a text is sent
 * otherwise. Nothing is fetched in vain for audio and video, which are not taken at all, or for what a caller of this format wrote itself.
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export function takesUrl(part: MediaPart | DocumentPart): boolean {
  if (part.type === 'media' || part.fields === partFields || part.source.type !== 'url') return true
  const { mime, url } = part.source
  return mime === undefined ? /\.pdf(?:[?#]|$)/i.test(url) : mime === 'application/pdf'
}
