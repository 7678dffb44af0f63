import { pointer } from '@interlingua/core'
import { decodeTextFile, foreignExtensions } from '@interlingua/core/adapter'
import type { DocumentPart, MediaPart, Part, Pointer, SearchResultPart, TextPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { fates } from '../fates.ts'
import { isReadByVendor } from '@interlingua/adapter-kit'
import { isOurPart } from '../parts/part-fields.ts'
import { readDialect } from '../profiles.ts'
import { isTaken } from './media-rules.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope, Place } from './scope.ts'

/** Lowers images, audio and video, inline or by an address that the server reads. */
export function lowerMedia(given: MediaPart, place: Place, at: Pointer, scope: LowerScope): Part {
  if (scope.own && isOurPart(given)) return given
  const part = place === 'result' ? withoutModifiers(given, at, scope) : given
  // Media that the model does not take, and without a transcript, were left out before.
  if (part.transcript !== undefined && !isTaken(part, scope.vendor, scope.context.model)) {
    scope.report('transcript', at)
    return { type: 'text', text: part.transcript, at }
  }
  const told = withoutName(reportUrl(part, at, scope), place, at, scope)
  if (part.detail !== 'auto' && part.transcript === undefined) return told
  const lowered: Draft<MediaPart> = { ...told }
  if (lowered.detail === 'auto') delete lowered.detail
  if (lowered.transcript !== undefined) {
    scope.report('transcript', at)
    delete lowered.transcript
  }
  return lowered
}

/** Removes detail and clip from media of a result, which hold only data there. https://ai.google.dev/api/caching#FunctionResponsePart */
function withoutModifiers(part: MediaPart, at: Pointer, { report }: LowerScope): MediaPart {
  if (part.detail === undefined && part.clip === undefined) return part
  if (part.detail !== undefined && part.detail !== 'auto') report('media-detail', placeOf(part, 'detail', at))
  if (part.clip !== undefined) report('media-clip', placeOf(part, 'clip', at))
  const { detail: _detail, clip: _clip, ...rest } = part
  return rest
}

/** Reports an address that was not fetched, once; some server may still read it. */
function reportUrl<P extends MediaPart | DocumentPart>(part: P, at: Pointer, { report }: LowerScope): P {
  if (part.source.type !== 'url' || isReadByVendor(part.source.url) || hintOf(part).url === 'told') return part
  report('media-url', at)
  return { ...part, extensions: withHint(part, { url: 'told' }) }
}

export function lowerDocument(part: DocumentPart, place: Place, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (scope.own && isOurPart(part)) return part
  const { source } = part
  if (part.citable === true) scope.report('document-citations', placeOf(part, 'citable', at))
  if (source.type === 'text') return lowerTextDocument(part, source.text, at, scope)
  if (source.type === 'parts') return [...headOf(part, at, scope), ...lowerInner(source.parts, place, at, scope)]
  // A text file becomes text for a model that takes no documents.
  if (source.type === 'inline' && scope.context.model?.media?.includes('document') === false) {
    const text = decodeTextFile(source.base64)
    if (text !== undefined) return lowerTextDocument(part, text, at, scope)
  }
  const lowered = withoutName(reportUrl(part, at, scope), place, at, scope)
  const { title, context, citable: _, ...rest } = lowered
  if (title === undefined && context === undefined) return part.citable === undefined ? lowered : rest
  const named = title !== undefined && source.type === 'inline' && source.filename === undefined && context === undefined
  if (!named || !takesNames(place, scope)) return [...headOf(part, at, scope), rest]
  scope.report('document-title', at)
  return { ...rest, source: { ...source, filename: title } }
}

/**
 * True if `displayName` is taken: the Developer API does not document it for bytes in the request, and has refused it, while parts of
 * results are referred to by it. https://ai.google.dev/api/caching#Blob
 */
function takesNames(place: Place, { context }: LowerScope): boolean {
  return place === 'result' || readDialect(context.dialect).server === 'vertex'
}

function withoutName<P extends MediaPart | DocumentPart>(part: P, place: Place, at: Pointer, scope: LowerScope): P {
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined || takesNames(place, scope)) return part
  scope.report('media-name', placeOf(part, 'source.filename', at))
  const { filename: _, ...unnamed } = source
  return { ...part, source: unnamed }
}

/** Lowers a document of text to text, with title and context in front. */
function lowerTextDocument(part: DocumentPart, text: string, at: Pointer, { report }: LowerScope): TextPart {
  report('document-text', at)
  return textFor(part, [part.title, part.context, text].filter((piece) => piece !== undefined && piece !== '').join('\n\n'), at)
}

/** Title and context, as text before a document that has no place for them. */
function headOf({ title, context, source }: DocumentPart, at: Pointer, { report }: LowerScope): readonly TextPart[] {
  if (title !== undefined) report('document-title', at)
  if (context !== undefined) report('document-context', at)
  if (source.type === 'parts') report('document-text', at)
  const text = [title, context].filter((piece) => piece !== undefined && piece !== '').join('\n\n')
  return text === '' ? [] : [{ type: 'text', text, at }]
}

function lowerInner(parts: readonly Part[], place: Place, at: Pointer, scope: LowerScope): readonly Part[] {
  return parts.flatMap((part, index) => scope.lowerInner(part, place, part.at ?? pointer(at, 'source', index)))
}

/** Lowers a search result to text: its source, and its content. */
export function lowerSearchResult(part: SearchResultPart, at: Pointer, scope: LowerScope): TextPart {
  scope.report('search-result', at)
  for (const inner of part.parts) fates.extensions(inner.extensions, inner.at ?? at, scope.context)
  const pieces = [part.title, part.url, ...part.parts.map(({ text }) => text)].filter((piece) => piece !== '')
  return textFor(part, pieces.join('\n'), at)
}

/** Text that replaces a part, with the extensions of the part. */
function textFor({ extensions }: Part, text: string, at: Pointer): TextPart {
  const foreign = foreignExtensions(extensions, 'contents')
  return foreign ? { type: 'text', text, at, extensions: foreign } : { type: 'text', text, at }
}
