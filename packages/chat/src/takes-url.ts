import type { Context, DocumentPart, MediaPart } from '@interlingua/core'
import { readDialect } from './profiles.ts'

/**
 * Images are taken by URL, files and video where the dialect says so; audio is always inline. Nothing is fetched in vain for what the
 * server or model does not take at all.
 */
export function takesUrl(part: MediaPart | DocumentPart, context: Context): boolean {
  const dialect = readDialect(context.dialect)
  const kind = part.type === 'media' ? part.kind : 'document'
  if (context.model?.media && !context.model.media.includes(kind)) return true
  if (kind === 'image') return dialect.imageUrls !== false
  if (kind === 'document') return dialect.fileUrls === true
  return kind === 'video'
}
