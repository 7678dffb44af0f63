import type { Context, DocumentPart, MediaPart, Part, Pointer, SearchResultPart, Source, TextPart } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { lowerCacheMark } from './lower-cache-mark.ts'
import { notice } from './notices.ts'
import { audioFormat } from './parts/media.ts'
import { placeOf } from './place-of.ts'
import { readDialect } from './profiles.ts'

/** What becomes of one content part in a user message: the parts that can be sent, none where it is lost. Each change is reported. */
export function lowerUserPart(part: Part, at: Pointer, context: Context): readonly Part[] {
  const place = part.at ?? at
  switch (part.type) {
    case 'text':
      return [withMark(withoutCitations(part, place, context), context)]
    case 'media':
      return lowerMedia(part, place, context)
    case 'document':
      return lowerDocument(part, place, context)
    case 'search-result':
      context.onNotice(notice('search-result', place))
      return [textFor(part, searchText(part), place, context)]
    case 'compaction':
      if (part.text === undefined || part.text === '') return drop('context', place, context)
      context.onNotice(notice('compaction', place))
      return [textFor(part, part.text, place, context)]
    case 'opaque':
      if (part.format === format && hintOf(part)?.['slot'] !== undefined) return [part]
      return drop(part.wire['type'] === 'item_reference' ? 'context' : 'opaque', place, context)
    case 'file-reference':
      return drop('file-id', place, context)
    case 'hosted-call':
    case 'hosted-result':
      return drop('hosted-call', place, context)
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
    case 'approval':
    case 'refusal':
      return drop('turn-part', place, context)
  }
}

function drop(
  code: 'context' | 'turn-part' | 'opaque' | 'file-id' | 'hosted-call' | 'media-kind' | 'media-source',
  at: Pointer,
  context: Context,
): readonly Part[] {
  context.onNotice(notice(code, at))
  return []
}

/** A text that stands in for a part, with its cache mark. */
function textFor(part: Part, text: string, at: Pointer, context: Context): TextPart {
  const stand: Draft<TextPart> = { type: 'text', at, text }
  if (part.cache) lowerCacheMark(part, stand, context)
  return stand
}

function withMark<T extends Part>(part: T, context: Context): T {
  if (part.cache === undefined) return part
  const marked: Draft<Part> = { ...part }
  lowerCacheMark(part, marked as { cache?: NonNullable<Part['cache']> }, context) // the draft is ours
  return marked as T // a copy of the same type
}

function searchText(part: SearchResultPart): string {
  const texts = part.parts.map(({ text }) => text)
  return [part.title, part.url, ...texts].filter((line) => line !== '').join('\n')
}

function lowerMedia(part: MediaPart, at: Pointer, context: Context): readonly Part[] {
  const dialect = readDialect(context.dialect)
  const own = part.extensions?.[format] !== undefined
  if (part.source.type === 'file') return drop('file-id', at, context)
  if (part.source.type !== 'inline' && part.source.type !== 'url') return drop('media-source', at, context)
  if (context.model?.media && !context.model.media.includes(part.kind)) return drop('media-kind', at, context)
  if (part.kind === 'video' && dialect.videoInput !== true) return drop('media-kind', at, context)
  if (part.kind === 'audio') {
    if (part.source.type !== 'inline') return drop('media-source', at, context)
    const spelled = audioFormat(part.source.mime)
    if (!own && dialect.vendor === undefined && spelled !== 'mp3' && spelled !== 'wav') return drop('media-kind', at, context)
  }
  const unnamed = withoutName(part, at, context)
  if (part.detail !== 'medium') return [withMark(unnamed, context)]
  context.onNotice(notice('media-detail', at))
  return [withMark({ ...unnamed, detail: 'auto' }, context)]
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
    return [textFor(part, documentText(part, source.text), at, context)]
  }
  if (source.type === 'parts') return documentParts(part, source, at, context)
  if (source.type === 'file' && !isKnownOwner(source.owner, context)) return drop('file-id', at, context)
  if (source.type === 'url' && readDialect(context.dialect).fileUrls !== true) return drop('media-source', at, context)
  if (context.model?.media && !context.model.media.includes('document')) return drop('media-kind', at, context)
  const { context: about, ...rest } = part
  const lowered: Draft<DocumentPart> = { ...withMark(rest, context) }
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

/** Responses and chat of the format's own vendor share their files. */
function isKnownOwner(owner: string, context: Context): boolean {
  return owner === format || (owner === 'responses' && readDialect(context.dialect).vendor === undefined)
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

/** A user's text has no slot for what it cites. */
function withoutCitations(part: TextPart, place: Pointer, context: Context): TextPart {
  if (part.citations === undefined) return part
  if (part.citations.length > 0) context.onNotice(notice('citations', placeOf(part, 'citations', place)))
  const lowered: Draft<TextPart> = { ...part }
  delete lowered.citations
  return lowered
}
