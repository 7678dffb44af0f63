import type { Context, DocumentPart, MediaPart } from '@interlingua/core'
import { readDialect } from './profiles.ts'

/**
 * True for images, and for files and video if the dialect takes their URLs; audio is always inline. Also true for parts that the server or
 * model does not take at all, so that they are not fetched.
 */
export function acceptsUrl(part: MediaPart | DocumentPart, context: Context): boolean {
  const dialect = readDialect(context.dialect)
  const kind = part.type === 'media' ? part.kind : 'document'
  if (context.model?.media && !context.model.media.includes(kind)) return true
  if (kind === 'image') return dialect.imageUrls !== false
  if (kind === 'document') return dialect.fileUrls === true
  return kind === 'video'
}
