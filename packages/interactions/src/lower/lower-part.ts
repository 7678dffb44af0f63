import { placeOfField } from '@interlingua/adapter-kit'
import { decodeTextFile } from '@interlingua/core/adapter'
import { pointer } from '@interlingua/core'
import type { Context, DocumentPart, MediaPart, Part, Pointer, SearchResultPart, TextPart, ToolResultPart, Turn } from '@interlingua/core'
import { notice, type Code } from '../notices.ts'
import { format, hintOf } from '../wire.ts'

/** Lowers what is neither text, call nor result; `undefined`: its fate is reported. */
export function lowerPart(part: Part, author: Turn['author'], at: Pointer, context: Context): readonly Part[] | undefined {
  const report = (code: Code, place: Pointer = at): void => context.onNotice(notice(code, place))
  switch (part.type) {
    case 'media':
      return lowerMedia(part, report)
    case 'document':
      return lowerDocument(part, author, at, context, report)
    case 'search-result':
      return lowerSearchResult(part, at, report)
    case 'reasoning': {
      if (author !== 'assistant') return undefined
      if (part.seal?.format === format || (part.seal === undefined && part.extensions?.[format] !== undefined)) return [part]
      const text = part.segments.map((segment) => segment.text).join('\n\n')
      const said = context.policy.foreignReasoning === 'as-text' && text.trim() !== ''
      report(said ? 'foreign-reasoning-text' : 'foreign-reasoning')
      return said ? [{ type: 'text', text, at }] : []
    }
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

type Report = (code: Code, place?: Pointer) => void

function lowerMedia({ transcript, ...part }: MediaPart, report: Report): readonly Part[] {
  if (transcript !== undefined) report('transcript')
  const { source } = part
  if (source.type === 'text' || source.type === 'parts') {
    report('media-kind')
    return []
  }
  if (source.type === 'file' && source.owner !== format && source.owner !== 'contents') {
    report('file-id')
    return []
  }
  return [unmarked(unnamed(part, report), report)]
}

/** Inline media have no file name. */
function unnamed<P extends MediaPart | DocumentPart>(part: P, report: Report): P {
  const { source } = part
  if (source.type !== 'inline' || source.filename === undefined) return part
  report('media-name', placeOfField(part, 'source.filename'))
  const { filename: _, ...bare } = source
  return { ...part, source: bare }
}

function unmarked<P extends MediaPart | DocumentPart>(part: P, report: Report): P {
  if (part.cache === undefined) return part
  report('cache-mark', placeOfField(part, 'cache'))
  const { cache: _, ...bare } = part
  return bare as P // the same part without an optional field
}

function lowerDocument(part: DocumentPart, author: Turn['author'], at: Pointer, context: Context, report: Report): readonly Part[] {
  const { source, title, context: said, citable, ...rest } = part
  if (citable === true) report('document-citations', placeOfField(part, 'citable', at))
  const text = source.type === 'text' ? source.text : textOf(part, context)
  const named = source.type === 'inline' ? (title ?? source.filename) : title
  if (text !== undefined) {
    report('document-text')
    return [textFor([named, said, text], at)]
  }
  const head = headOf(part, named, at, report)
  if (source.type === 'parts')
    return [
      ...head,
      ...source.parts.flatMap((inner, index) => lowerInner(inner, author, inner.at ?? pointer(at, 'source', index), context)),
    ]
  if (source.type === 'file' && source.owner !== format && source.owner !== 'contents') {
    report('file-id')
    return head
  }
  return [...head, unmarked(unnamed({ ...rest, type: 'document', source } as DocumentPart, report), report)] // without its title
}

/** Text of a file of text, where the model takes no documents. */
function textOf({ source }: DocumentPart, { model }: Context): string | undefined {
  if (source.type !== 'inline' || model?.media?.includes('document') !== false) return undefined
  return decodeTextFile(source.base64)
}

function lowerInner(inner: Part, author: Turn['author'], at: Pointer, context: Context): readonly Part[] {
  if (inner.type === 'text') return inner.text.trim() === '' ? [] : [inner]
  return lowerPart(inner, author, at, context) ?? []
}

function headOf(part: DocumentPart, title: string | undefined, at: Pointer, report: Report): readonly TextPart[] {
  const { context } = part
  if (part.title !== undefined) report('document-title', placeOfField(part, 'title', at))
  if (context !== undefined) report('document-context', placeOfField(part, 'context', at))
  return part.title === undefined && context === undefined ? [] : [textFor([title, context], at)]
}

function textFor(pieces: readonly (string | undefined)[], at: Pointer): TextPart {
  return { type: 'text', text: pieces.filter((piece) => piece !== undefined && piece !== '').join('\n\n'), at }
}

function lowerSearchResult(part: SearchResultPart, at: Pointer, report: Report): readonly Part[] {
  report('search-result')
  return [textFor([part.title, part.url, ...part.parts.map(({ text }) => text)], at)]
}

/** A structure is an object alone; any other is JSON text. */
export function lowerResultOf(turn: Turn, report: (code: Code, at: Pointer) => void): Turn {
  const odd = (part: Part): part is ToolResultPart => part.type === 'tool-result' && part.structured !== undefined && !isPlain(part)
  if (!turn.parts.some(odd)) return turn
  return {
    ...turn,
    parts: turn.parts.map((part, index) => {
      if (!odd(part)) return part
      const at = part.at ?? pointer(turn.at ?? '', 'parts', index)
      report('result-structured', at)
      const { structured, ...rest } = part
      const beside = rest.parts.filter((inner) => inner.type !== 'text' || inner.text !== '')
      return { ...rest, parts: [{ type: 'text', text: JSON.stringify(structured), at }, ...beside] }
    }),
  }
}

function isPlain({ structured, parts }: ToolResultPart): boolean {
  return typeof structured === 'object' && structured !== null && !Array.isArray(structured) && parts.length === 0
}
