import type { ModelProfile } from '../model-profile.ts'
import type { DocumentPart, MediaPart } from '../part.ts'

/** Reasons why a target does not take media or a document. */
export type MediaIssueCode = 'document-type' | 'file-id' | 'media-kind' | 'media-size' | 'media-source' | 'media-type'

/** Text that replaces media for the model. Always the same for the same part. */
export function wordsFor(part: MediaPart | DocumentPart, code: MediaIssueCode, limit: ModelProfile['imageLimit']): string {
  return `[${nameOf(part)} left out: ${reasonOf(part, code, limit)}]`
}

const longestName = 120

function nameOf(part: MediaPart | DocumentPart): string {
  const kind = part.type === 'media' ? part.kind : 'document'
  const filename = part.source.type === 'inline' ? part.source.filename : undefined
  const name = (part.type === 'document' ? part.title : undefined) ?? filename
  return name === undefined || name === '' ? kind : `${kind} ${JSON.stringify(name.slice(0, longestName))}`
}

function reasonOf(part: MediaPart | DocumentPart, code: MediaIssueCode, limit: ModelProfile['imageLimit']): string {
  const kind = part.type === 'media' ? part.kind : 'document'
  switch (code) {
    case 'media-kind':
      return `this model takes no ${kind === 'audio' || kind === 'video' ? kind : `${kind}s`}`
    case 'media-type':
    case 'document-type': {
      const { source } = part
      const mime = source.type === 'inline' || source.type === 'url' ? source.mime : undefined
      return mime === undefined || mime === '' || mime.endsWith('/*')
        ? 'its type is not known'
        : `this model does not take ${mime.slice(mime.indexOf('/') + 1).slice(0, longestName)}`
    }
    case 'media-size':
      return limit?.side === undefined ? 'it is too large for this model' : `this model takes images of at most ${limit.side} pixels a side`
    case 'media-source':
    case 'file-id':
      return 'it is kept where this model cannot read it'
  }
}
