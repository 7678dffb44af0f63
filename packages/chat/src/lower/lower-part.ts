import { foreignExtensions } from '@interlingua/core/adapter'
import type { Context, DocumentPart, MediaPart, Part, Pointer, SearchResultPart, Source, TextPart } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { fates } from '../fates.ts'
import { notice } from '../notices.ts'
import { placeOf } from '../place-of.ts'

/** True for a text that stays as it is, as nearly all do. */
export function isPlainText(part: Part): boolean {
  return part.type === 'text' && part.text !== '' && part.citations === undefined
}

/** Lowers a part of a user message; returns no part if it is lost, and reports each change. */
export function lowerUserPart(part: Part, at: Pointer, context: Context): readonly Part[] {
  const place = part.at ?? at
  switch (part.type) {
    case 'text':
      return [withoutCitations(part, place, context)]
    case 'media':
      return lowerMedia(part, place, context)
    case 'document':
      return lowerDocument(part, place, context)
    case 'search-result':
      context.onNotice(notice('search-result', place))
      for (const inner of part.parts) fates.extensions(inner.extensions, inner.at ?? place, context)
      return [textFor(part, searchText(part), place)]
    case 'compaction':
      if (part.text === undefined || part.text === '') return drop('server-context', place, context)
      context.onNotice(notice('compaction-text', place))
      return [textFor(part, part.text, place)]
    case 'opaque':
      if (part.format === format && hintOf(part)?.['slot'] !== undefined) return [part]
      return drop(part.wire['type'] === 'item_reference' ? 'server-context' : 'opaque', place, context)
    case 'file-reference':
      return drop('file-id', place, context)
    case 'hosted-call':
    case 'hosted-result':
      return drop('hosted-part', place, context)
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
    case 'approval':
    case 'refusal':
      return drop('turn-part', place, context)
  }
}

function drop(code: 'server-context' | 'turn-part' | 'opaque' | 'file-id' | 'hosted-part', at: Pointer, context: Context): readonly Part[] {
  context.onNotice(notice(code, at))
  return []
}

/** Text that replaces a part, with its cache mark. */
function textFor({ cache, extensions, fields }: Part, text: string, at: Pointer): TextPart {
  const stand: Draft<TextPart> = { type: 'text', at, text }
  const foreign = foreignExtensions(extensions, format)
  if (foreign) stand.extensions = foreign
  if (cache === undefined) return stand
  stand.cache = cache
  if (fields?.['cache'] !== undefined) stand.fields = { cache: fields['cache'] }
  return stand
}

function searchText(part: SearchResultPart): string {
  const texts = part.parts.map(({ text }) => text)
  return [part.title, part.url, ...texts].filter((line) => line !== '').join('\n')
}

function lowerMedia(part: MediaPart, at: Pointer, context: Context): readonly Part[] {
  const unnamed = withoutName(part, at, context)
  if (part.detail !== 'medium') return [unnamed]
  context.onNotice(notice('media-detail-level', at))
  return [{ ...unnamed, detail: 'auto' }]
}

function withoutName(part: MediaPart, at: Pointer, context: Context): MediaPart {
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined) return part
  context.onNotice(notice('media-name', placeOf(part, 'source.filename', at)))
  return { ...part, source: { type: 'inline', mime: source.mime, base64: source.base64 } }
}

function lowerDocument(part: DocumentPart, at: Pointer, context: Context): readonly Part[] {
  const { source } = part
  if (source.type === 'text') {
    context.onNotice(notice('document-text', at))
    return [textFor(part, documentText(part, source.text), at)]
  }
  if (source.type === 'parts') return documentParts(part, source, at, context)
  const { context: about, ...rest } = part
  const lowered: Draft<DocumentPart> = { ...rest }
  if (source.type === 'inline' && source.filename === undefined && source.mime !== '') {
    context.onNotice(notice(part.title === undefined ? 'document-filename' : 'document-title', at))
    const { title, ...untitled } = lowered
    return withContext({ ...untitled, source: { ...source, filename: title ?? defaultName(source.mime) } }, about, at, context)
  }
  if (part.title !== undefined && source.type === 'inline' && part.title !== source.filename) {
    context.onNotice(notice('document-title', at))
    delete lowered.title
  }
  return withContext(lowered, about, at, context)
}

function withContext(part: DocumentPart, about: string | undefined, at: Pointer, context: Context): readonly Part[] {
  if (about === undefined) return [part]
  context.onNotice(notice('document-context', at))
  return [{ type: 'text', at, text: about }, part]
}

function defaultName(mime: string): string {
  const kind = mime.slice(mime.indexOf('/') + 1).replace(/[^a-z0-9]/gi, '')
  return `document.${kind === 'plain' ? 'txt' : kind || 'bin'}`
}

function documentText(part: DocumentPart, text: string): string {
  return [part.title, part.context, text].filter((line) => line !== undefined && line !== '').join('\n\n')
}

function documentParts(part: DocumentPart, source: Extract<Source, { type: 'parts' }>, at: Pointer, context: Context): readonly Part[] {
  context.onNotice(notice('document-text', at))
  const head = documentText(part, '')
  const parts: Part[] = head === '' ? [] : [{ type: 'text', at, text: head }]
  for (const inner of source.parts) parts.push(...lowerUserPart(inner, at, context))
  return parts
}

/** Drops the citations of a user's text, which have no slot. */
function withoutCitations(part: TextPart, place: Pointer, context: Context): TextPart {
  if (part.citations === undefined) return part
  if (part.citations.length > 0) context.onNotice(notice('citations', placeOf(part, 'citations', place)))
  const lowered: Draft<TextPart> = { ...part }
  delete lowered.citations
  return lowered
}
