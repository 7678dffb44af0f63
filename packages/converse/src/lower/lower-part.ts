import { placeOfField } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import type { Context, DocumentPart, MediaPart, Part, Pointer, ReasoningPart, SearchResultPart, TextPart, Turn } from '@interlingua/core'
import { decodeTextFile } from '@interlingua/core/adapter'
import type { Family } from '../families.ts'
import { isCitable } from '../citations.ts'
import { wordFor } from '../media.ts'
import { notice, type Code } from '../notices.ts'
import { format, hintOf } from '../wire.ts'

type Report = (code: Code, place?: Pointer) => void

/** Lowers what is neither text, call nor result, for models of a family; `undefined`: its fate is reported. */
export function lowerPart(
  part: Part,
  author: Turn['author'],
  at: Pointer,
  family: Family | undefined,
  context: Context,
): readonly Part[] | undefined {
  const report: Report = (code, place = at) => context.onNotice(notice(code, place))
  switch (part.type) {
    case 'media':
      return lowerMedia(part, author, report)
    case 'document':
      return lowerDocument(part, author, family, report)
    case 'search-result':
      return lowerSearchResult(part, at, family, report)
    case 'reasoning':
      return author === 'assistant' ? lowerThought(part, at, family, context, report) : undefined
    case 'hosted-call':
    case 'hosted-result':
      if (author === 'assistant' && hintOf(part).type !== undefined) return [part]
      report('hosted-part')
      return []
    case 'compaction':
      if (part.text === undefined || part.text.trim() === '') return undefined
      report('compaction-text')
      return [{ type: 'text', text: part.text, at }]
    default:
      return undefined
  }
}

/** True: the thought goes to the models that sealed it. */
export function isSendable({ seal }: ReasoningPart, family: Family | undefined): boolean {
  if (seal === undefined || seal.attachTo !== undefined) return false
  return seal.format === format ? family !== 'claude' : seal.format === 'messages' && (family === undefined || family === 'claude')
}

function lowerThought(part: ReasoningPart, at: Pointer, family: Family | undefined, context: Context, report: Report): readonly Part[] {
  if (isSendable(part, family)) return [part]
  const text = part.segments.map((segment) => segment.text).join('\n\n')
  const said = context.policy.foreignReasoning === 'as-text' && text.trim() !== ''
  report(said ? 'foreign-reasoning-text' : 'foreign-reasoning')
  return said ? [{ type: 'text', text, at }] : []
}

/** Media that the model takes; others are text by now. */
function lowerMedia({ transcript, detail, clip, ...part }: MediaPart, author: Turn['author'], report: Report): readonly Part[] {
  if (author === 'assistant') {
    report('media-place')
    return []
  }
  if (part.kind === 'audio' && wordFor('audio', part) === undefined && transcript !== undefined) {
    report('transcript')
    return [{ type: 'text', text: transcript, ...(part.at !== undefined && { at: part.at }) }]
  }
  if (transcript !== undefined) report('transcript', placeOfField(part, 'transcript'))
  if (detail !== undefined) report('media-detail', placeOfField(part, 'detail'))
  if (clip !== undefined) report('media-clip', placeOfField(part, 'clip'))
  return [unnamed(part, report)]
}

/** Media have no file name. */
function unnamed(part: MediaPart, report: Report): MediaPart {
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined) return part
  report('media-name', placeOfField(part, 'source.filename'))
  const { filename: _, ...bare } = source
  return { ...part, source: bare }
}

function lowerDocument(part: DocumentPart, author: Turn['author'], family: Family | undefined, report: Report): readonly Part[] {
  if (author === 'assistant') {
    report('media-place')
    return []
  }
  const { citable, ...rest } = part
  const cites = family === undefined || family === 'claude'
  if (citable === true && !cites) report('document-citations', placeOfField(part, 'citable'))
  const kept: DocumentPart = cites ? part : rest
  const { source } = kept
  if (source.type === 'parts') {
    const parts = source.parts.flatMap((inner): readonly TextPart[] =>
      inner.type === 'text' && inner.text.trim() !== '' ? [plainText(inner, report)] : [],
    )
    const others = source.parts.filter((inner) => inner.type !== 'text')
    for (const other of others) report('document-type', other.at ?? kept.at ?? '')
    return [{ ...kept, source: { type: 'parts', parts } }]
  }
  if (source.type !== 'inline') return [kept]
  const { filename, ...bare } = source
  const titled = filename !== undefined && kept.title === undefined ? { ...kept, title: filename } : kept
  if (wordFor('document', kept) !== undefined) return [{ ...titled, source: bare }]
  const text = textOf(source)
  if (text === undefined) return [{ ...titled, source: bare }]
  report('document-text')
  return [{ ...titled, source: { type: 'text', text, mime: 'text/plain' } }]
}

function plainText(part: TextPart, report: Report): TextPart {
  const { citations, cache: _, seal: __, ...bare } = part
  for (const citation of citations ?? []) report('citation', citation.at ?? part.at ?? '')
  return bare
}

/** Text of a text file; `undefined` for any other. */
export function textOf({ mime, base64 }: { readonly mime: string; readonly base64: string }): string | undefined {
  return /^text\/|^application\/(json|xml|yaml|x-yaml)$/.test(mime) ? decodeTextFile(base64) : undefined
}

/** Search results are Claude's; to other models they are text. */
function lowerSearchResult(part: SearchResultPart, at: Pointer, family: Family | undefined, report: Report): readonly Part[] {
  const parts = part.parts.filter(({ text }) => text.trim() !== '').map((text) => plainText(text, report))
  if (family === 'claude' && parts.length > 0) return [{ ...part, parts }]
  report('search-result')
  const pieces = [part.title, part.url, ...parts.map(({ text }) => text)]
  const { cache } = part
  return [{ type: 'text', text: pieces.filter((piece) => piece !== '').join('\n\n'), at, ...(cache && { cache }) }]
}

/** A text of the model with the citations that it may repeat. */
export function citedText(part: TextPart, author: Turn['author'], at: Pointer, context: Context): TextPart {
  const { citations, ...bare } = part
  if (citations === undefined) return part
  const kept = citations.filter((citation, index) => {
    if (author === 'assistant' && citation.extensions?.[format] !== undefined && isCitable(citation)) return true
    context.onNotice(notice('citation', citation.at ?? pointer(at, 'citations', index)))
    return false
  })
  if (kept.length === citations.length) return part
  return kept.length === 0 ? bare : { ...bare, citations: kept }
}
