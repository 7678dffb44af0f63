import type { Part, Source } from '@interlingua/core'
import { byteLength } from './byte-length.ts'
import { excerpt } from './excerpt.ts'

/**
 * Describes a part other than text by kind, type and size, so that a caller sees what arrived; `undefined` for a part without a
 * description.
 */
export function describePart(part: Part): string | undefined {
  switch (part.type) {
    case 'media':
      return `${part.kind} (${describeSource(part.source)})`
    case 'document':
      return `document${part.title === undefined ? '' : ` "${part.title}"`} (${describeSource(part.source)})${part.context === undefined ? '' : `, context "${excerpt(part.context)}"`}`
    case 'search-result':
      return `search result "${part.title}" (${part.url})`
    case 'file-reference':
      return `file ${part.fileId}`
    case 'hosted-result':
      return `hosted result${part.isError ? ' (error)' : ''}`
    case 'opaque':
      return `${String(part.wire['type'] ?? 'unknown')} part`
    default:
      return undefined
  }
}

function describeSource(source: Source): string {
  switch (source.type) {
    case 'inline':
      return `${source.mime}, ${byteLength(source.base64)} bytes${source.filename === undefined ? '' : `, ${source.filename}`}`
    case 'text':
      return `${source.mime ?? 'text/plain'}, ${source.text.length} characters: "${excerpt(source.text)}"`
    case 'url':
      return source.mime === undefined ? source.url : `${source.mime}, ${source.url}`
    case 'file':
      return `file ${source.fileId}`
    case 'parts':
      return source.parts.map((part) => (part.type === 'text' ? `"${excerpt(part.text)}"` : (describePart(part) ?? part.type))).join(', ')
  }
}
