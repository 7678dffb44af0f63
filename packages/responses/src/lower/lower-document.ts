import type { DocumentPart, Part, Pointer, Source } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'
import { textFor } from './text-for.ts'

/** Lowers a part inside a document. */
export type LowerInner = (part: Part, at: Pointer, scope: LowerScope) => readonly Part[]

/** Lowers a document: files stay files, and text becomes text. https://platform.openai.com/docs/guides/pdf-files */
export function lowerDocument(part: DocumentPart, at: Pointer, scope: LowerScope, inner: LowerInner): readonly Part[] {
  const { source } = part
  if (source.type === 'text') {
    reportText(part, at, scope)
    return [textFor(part, wordsOf(part, source.text), at)]
  }
  if (source.type === 'parts') return documentParts(part, source, at, scope, inner)
  const lowered = named(part, at, scope)
  if (part.context === undefined) return [lowered]
  scope.report('document-context', at)
  const { context: about, ...rest } = lowered
  return [{ type: 'text', at, text: about ?? '' }, rest]
}

/** Names a file that is sent whole: by its own name, its title, or its type. */
function named(part: DocumentPart, at: Pointer, scope: LowerScope): DocumentPart {
  const { source } = part
  if (source.type !== 'inline') return part
  if (source.filename === undefined && source.mime !== '' && !scope.own) {
    scope.report(part.title === undefined ? 'document-filename' : 'document-title', at)
    const { title, ...untitled } = part
    return { ...untitled, source: { ...source, filename: title ?? defaultName(source.mime) } }
  }
  if (part.title === undefined || part.title === source.filename) return part
  scope.report('document-title', at)
  const lowered: Draft<DocumentPart> = { ...part }
  delete lowered.title
  return lowered
}

function defaultName(mime: string): string {
  const kind = mime.slice(mime.indexOf('/') + 1).replace(/[^a-z0-9]/gi, '')
  return `document.${kind === 'plain' ? 'txt' : kind || 'bin'}`
}

/** Reports what a document loses as text, such as its citations. */
function reportText(part: DocumentPart, at: Pointer, scope: LowerScope): void {
  scope.report('document-text', at)
  if (part.citable !== undefined) scope.report('document-citations', placeOf(part, 'citable', at))
}

function wordsOf(part: DocumentPart, text: string): string {
  return [part.title, part.context, text].filter((line) => line !== undefined && line !== '').join('\n\n')
}

function documentParts(
  part: DocumentPart,
  source: Extract<Source, { type: 'parts' }>,
  at: Pointer,
  scope: LowerScope,
  lowerInner: LowerInner,
): readonly Part[] {
  reportText(part, at, scope)
  const head = wordsOf(part, '')
  const parts: Part[] = head === '' ? [] : [{ type: 'text', at, text: head }]
  for (const inner of source.parts) parts.push(...lowerInner(inner, at, scope))
  if (part.cache) scope.report('cache-mark', at)
  return parts
}
