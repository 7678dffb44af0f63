import { isJsonObject } from '@interlingua/core'
import type { Citation, FieldPointers, Json, JsonObject, Pointer } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

interface Kind {
  readonly source: Citation['source']
  readonly unit?: 'char' | 'page' | 'block'
  readonly uri?: string
  readonly title: string
  readonly document?: string
  readonly start?: string
  readonly end?: string
}

/** Keys of the canonical fields, by citation type. */
const kinds: Readonly<Record<string, Kind>> = {
  char_location: {
    source: 'document',
    unit: 'char',
    title: 'document_title',
    document: 'document_index',
    start: 'start_char_index',
    end: 'end_char_index',
  },
  page_location: {
    source: 'document',
    unit: 'page',
    title: 'document_title',
    document: 'document_index',
    start: 'start_page_number',
    end: 'end_page_number',
  },
  content_block_location: {
    source: 'document',
    unit: 'block',
    title: 'document_title',
    document: 'document_index',
    start: 'start_block_index',
    end: 'end_block_index',
  },
  web_search_result_location: { source: 'url', uri: 'url', title: 'title' },
  search_result_location: {
    source: 'search-result',
    unit: 'block',
    uri: 'source',
    title: 'title',
    document: 'search_result_index',
    start: 'start_block_index',
    end: 'end_block_index',
  },
}

const citationFields: FieldPointers = { citedText: '/cited_text', fileId: '/file_id' }
/** Places of the canonical fields, by citation type. A range has several keys; `range` is the place of its start. */
const fieldsOf: Readonly<Record<string, FieldPointers>> = Object.fromEntries(
  Object.entries(kinds).map(([type, kind]): [string, FieldPointers] => [
    type,
    {
      ...citationFields,
      source: '/type',
      title: `/${kind.title}`,
      'range.unit': '/type',
      ...(kind.uri !== undefined && { uri: `/${kind.uri}` as const }),
      ...(kind.start !== undefined && { range: `/${kind.start}` as const }),
      ...(kind.end !== undefined && { 'range.end': `/${kind.end}` as const }),
      ...(kind.document !== undefined && { 'range.document': `/${kind.document}` as const }),
    },
  ]),
)

/** Decodes a citation of any type; one of an unknown type stays in `rest`. */
export function decodeCitation(wire: Json, at: Pointer): Citation {
  if (!isJsonObject(wire)) return { source: 'document', at, extensions: { messages: { hint: { raw: wire } } } }
  const type = typeof wire.type === 'string' ? wire.type : ''
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const citation: Draft<Citation> = {
    source: kind?.source ?? 'document',
    at,
    fields: kind === undefined ? citationFields : (fieldsOf[type] ?? citationFields),
  }
  let rest: JsonDraft | undefined
  const hint: JsonDraft = { type: wire.type ?? null }
  // Values that an encoder of this package made up for another format's citation are not reported.
  const madeUp = type === 'web_search_result_location' && wire.encrypted_index === ''
  const range = kind && decodeRange(kind, wire)
  if (range) citation.range = range
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'type') continue
    if (kind === undefined) rest = keep(rest, key, value)
    else if (range && (key === kind.document || key === kind.start || key === kind.end)) continue
    else if (madeUp && (key === 'encrypted_index' || key === 'cited_text')) hint[key] = value
    else if (typeof value !== 'string') rest = keep(rest, key, value)
    else if (key === 'cited_text') citation.citedText = value
    else if (key === 'file_id') citation.fileId = value
    else if (key === kind.title) citation.title = value
    else if (key === kind.uri) citation.uri = value
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) citation.extensions = extensions
  return citation
}

function decodeRange(kind: Kind, wire: JsonObject): Citation['range'] {
  if (kind.unit === undefined || kind.start === undefined || kind.end === undefined || kind.document === undefined) return undefined
  const [document, start, end] = [wire[kind.document], wire[kind.start], wire[kind.end]]
  if (typeof start !== 'number' || typeof end !== 'number' || typeof document !== 'number') return undefined
  return { unit: kind.unit, document, start, end }
}

/** Type under which a citation is printed: its original one, else one with the same meaning; `undefined` if there is none. */
export function citationType(citation: Citation): string | undefined {
  const hint = hintOf(citation).type
  if (typeof hint === 'string') return hint
  if (citation.range?.document !== undefined) {
    if (citation.source === 'search-result')
      return citation.range.unit === 'block' && citation.uri !== undefined ? 'search_result_location' : undefined
    if (citation.range.unit === 'char') return 'char_location'
    return citation.range.unit === 'page' ? 'page_location' : 'content_block_location'
  }
  return citation.uri === undefined ? undefined : 'web_search_result_location'
}

export function encodeCitation(citation: Citation): Json | undefined {
  const raw = hintOf(citation).raw
  if (raw !== undefined) return raw
  const type = citationType(citation)
  if (type === undefined) return hintOf(citation).type === null ? addRest({ type: null }, restOf(citation)) : undefined
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const wire: JsonDraft = { type }
  if (kind) {
    const own = citation.extensions?.messages !== undefined
    const { cited_text: said, encrypted_index: index } = hintOf(citation)
    if (citation.citedText !== undefined) wire.cited_text = citation.citedText
    else if (said !== undefined) wire.cited_text = said
    // The span is of the response; the words of the source are unknown.
    else if (!own) wire.cited_text = ''
    if (kind.uri !== undefined && citation.uri !== undefined) wire[kind.uri] = citation.uri
    if (citation.title !== undefined) wire[kind.title] = citation.title
    else if (!own) wire[kind.title] = null
    if (citation.fileId !== undefined) wire.file_id = citation.fileId
    if (citation.range && kind.document !== undefined && kind.start !== undefined && kind.end !== undefined) {
      wire[kind.document] = citation.range.document ?? 0
      wire[kind.start] = citation.range.start
      wire[kind.end] = citation.range.end
    }
    if (index !== undefined) wire.encrypted_index = index
    else if (!own && type === 'web_search_result_location') wire.encrypted_index = ''
  }
  return addRest(wire, restOf(citation))
}
