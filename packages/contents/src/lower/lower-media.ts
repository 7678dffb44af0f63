import { decodeTextFile, pointer } from '@interlingua/core'
import type { DocumentPart, MediaPart, Part, Pointer, SearchResultPart, Source, TextPart } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { isReadByVendor } from '../parts/own-urls.ts'
import { isOurPart } from '../parts/part-fields.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope, Place } from './scope.ts'

const none: readonly Part[] = []

/** Images, audio and video, inline or by an address that the server reads. */
export function lowerMedia(part: MediaPart, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (scope.own && isOurPart(part)) return part
  const reason = refusal(part.kind, part.source, scope)
  if (reason !== undefined) {
    if (part.transcript !== undefined && part.transcript !== '') {
      scope.report('transcript', at)
      return { type: 'text', text: part.transcript, at }
    }
    scope.report(reason, at)
    return none
  }
  const told = tellUrl(part, at, scope)
  if (part.detail !== 'auto' && part.transcript === undefined) return told
  const lowered: Draft<MediaPart> = { ...told }
  if (lowered.detail === 'auto') delete lowered.detail
  if (lowered.transcript !== undefined) {
    scope.report('transcript', at)
    delete lowered.transcript
  }
  return lowered
}

/** Why the model cannot be given this; `undefined` where it can. */
function refusal(
  kind: MediaPart['kind'] | 'document',
  source: Source,
  { context, vendor }: LowerScope,
): 'file-id' | 'media-kind' | undefined {
  if (source.type === 'file' && (source.owner !== 'contents' || vendor !== 'google')) return 'file-id'
  if (source.type === 'text' || source.type === 'parts') return kind === 'document' ? undefined : 'media-kind'
  return context.model?.media?.includes(kind) === false ? 'media-kind' : undefined
}

/** What nobody fetched may still be read by some server. It is said once. */
function tellUrl<P extends MediaPart | DocumentPart>(part: P, at: Pointer, { report }: LowerScope): P {
  if (part.source.type !== 'url' || isReadByVendor(part.source.url) || hintOf(part).url === 'told') return part
  report('media-url', at)
  return { ...part, extensions: withHint(part, { url: 'told' }) }
}

const documentTypes = /^(?:text\/|application\/(?:pdf|json|xml|rtf|x-javascript|javascript|x-python|yaml|x-yaml|typescript|x-typescript)$)/

export function lowerDocument(part: DocumentPart, place: Place, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (scope.own && isOurPart(part)) return part
  const { source } = part
  if (part.citable === true) scope.report('document-citations', placeOf(part, 'citable', at))
  if (source.type === 'text') return lowerTextDocument(part, source.text, at, scope)
  if (source.type === 'parts') return [...headOf(part, at, scope), ...lowerInner(source.parts, place, at, scope)]
  const reason = refusal('document', source, scope)
  if (reason !== undefined) {
    const text =
      reason === 'media-kind' && source.type === 'inline' && source.mime.startsWith('text/') ? decodeTextFile(source.base64) : undefined
    if (text !== undefined) return lowerTextDocument(part, text, at, scope)
    scope.report(reason, at)
    return none
  }
  if (source.type === 'inline' && !documentTypes.test(source.mime)) {
    scope.report('document-type', at)
    return none
  }
  const { title, context, citable: _, ...rest } = tellUrl(part, at, scope)
  if (title === undefined && context === undefined && part.citable === undefined && hintOf(part).url === hintOf(rest).url) return part
  if (title === undefined && context === undefined) return rest
  const named = title !== undefined && source.type === 'inline' && source.filename === undefined && context === undefined
  if (!named) return [...headOf(part, at, scope), rest]
  scope.report('document-title', at)
  return { ...rest, source: { ...source, filename: title } }
}

/** Text is text: its title and context stand in front of it. */
function lowerTextDocument({ title, context }: DocumentPart, text: string, at: Pointer, { report }: LowerScope): TextPart {
  report('document-text', at)
  return { type: 'text', text: [title, context, text].filter((piece) => piece !== undefined && piece !== '').join('\n\n'), at }
}

/** Title and context of a document that has no place for them, as text before it. */
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

/** A search result as text: where it is from, and what it says. */
export function lowerSearchResult(part: SearchResultPart, at: Pointer, scope: LowerScope): TextPart {
  scope.report('search-result', at)
  const pieces = [part.title, part.url, ...part.parts.map(({ text }) => text)].filter((piece) => piece !== '')
  return { type: 'text', text: pieces.join('\n'), at }
}
