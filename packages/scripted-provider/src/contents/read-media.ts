import type { Part, Source } from '@interlingua/core'
import type { WirePart } from './shapes/part-shape.ts'

/** Reads the medium or document of a part, inline or by URL; `undefined` for a part without one. */
export function readMedia({ inlineData, fileData }: Pick<WirePart, 'inlineData' | 'fileData'>): Part | undefined {
  if (inlineData) {
    const { mimeType, data, displayName } = inlineData
    return named(mimeType, { type: 'inline', mime: mimeType, base64: data, ...(displayName !== undefined && { filename: displayName }) })
  }
  if (!fileData) return undefined
  const { mimeType, fileUri } = fileData
  return named(mimeType ?? '', { type: 'url', url: fileUri, ...(mimeType !== undefined && { mime: mimeType }) })
}

/** The part of a file: a document, unless its type is that of a medium. */
function named(mime: string, source: Source): Part {
  const kind = mime.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? { type: 'media', kind, source } : { type: 'document', source }
}
