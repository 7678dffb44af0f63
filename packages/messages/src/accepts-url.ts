import type { DocumentPart, MediaPart } from '@interlingua/core'
import { partFields } from './parts/part-fields.ts'

/**
 * True for images, and for documents that are PDFs by type or name; other documents must be fetched, since a text is sent otherwise. Also
 * true for audio and video, which are not taken at all, and for parts of this format, so that they are not fetched.
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export function acceptsUrl(part: MediaPart | DocumentPart): boolean {
  if (part.type === 'media' || part.fields === partFields || part.source.type !== 'url') return true
  const { mime, url } = part.source
  return mime === undefined ? /\.pdf(?:[?#]|$)/i.test(url) : mime === 'application/pdf'
}
