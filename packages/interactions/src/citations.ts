import { createByteOffsets, dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject, pointer, type Citation, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { keep, restore } from './wire.ts'

const sources = {
  url_citation: { source: 'url', uri: 'url', title: 'title' },
  file_citation: { source: 'file', uri: 'document_uri', title: 'file_name' },
  place_citation: { source: 'map', uri: 'url', title: 'name' },
} as const

interface Words {
  readonly source: Citation['source']
  readonly uri: string
  readonly title: string
}

function wordsOf(type: Json | undefined): Words | undefined {
  return typeof type === 'string' && Object.hasOwn(sources, type) ? sources[type as keyof typeof sources] : undefined // a key of it
}

/**
 * Citations of a text, whose places the wire counts in bytes. Annotations of other kinds are left; so are all of them, where such a one
 * stands before a citation, since their order would be lost.
 */
export function decodeAnnotations(
  list: readonly JsonObject[],
  text: string,
  at: Pointer,
): { readonly citations: readonly Citation[]; readonly left: JsonObject | undefined } {
  const known = list.filter(({ type }) => wordsOf(type) !== undefined)
  if (known.length === 0 || list.slice(0, known.length).some(({ type }) => wordsOf(type) === undefined))
    return { citations: [], left: byIndex(list, 0) }
  const offsets = createByteOffsets()
  offsets.add(text)
  const citations = known.map((wire, index): Citation => {
    const { type, start_index: start, end_index: end } = wire
    const words = wordsOf(type) ?? sources.url_citation
    const uri = textOf(wire[words.uri])
    const title = textOf(wire[words.title])
    const span = typeof start === 'number' && typeof end === 'number' ? spanOf(start, end) : undefined
    const read = ['type', ...(span ? ['start_index', 'end_index'] : []), ...(uri === undefined ? [] : [words.uri])]
    const citation = { at: pointer(at, index), source: words.source, ...dropAbsent({ uri, title, span }) }
    return keep(citation, wire, new Set([...read, ...(title === undefined ? [] : [words.title])]))
  })
  return { citations, left: byIndex(list, known.length) }

  /** `undefined`: the bytes are not the borders of characters. */
  function spanOf(start: number, end: number): Citation['span'] {
    const span = { start: offsets.unitAt(start), end: offsets.unitAt(end) }
    return offsets.byteAt(span.start) === start && offsets.byteAt(span.end) === end ? span : undefined
  }
}

/** Annotations from `first` on, by their places in the list. */
function byIndex(list: readonly JsonObject[], first: number): JsonObject | undefined {
  if (first >= list.length) return undefined
  return Object.fromEntries(list.slice(first).map((wire, index) => [first + index, wire]))
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Kinds of sources that an annotation names, each by its own. */
const types: Readonly<Partial<Record<Citation['source'], keyof typeof sources>>> = {
  url: 'url_citation',
  file: 'file_citation',
  map: 'place_citation',
  'search-result': 'url_citation',
  document: 'file_citation',
}

/** True: an annotation says the source. */
export function isAnnotation({ source, uri, title }: Citation): boolean {
  return types[source] !== undefined && (uri !== undefined || title !== undefined)
}

/** `left`: annotations that are no citations, as `decodeAnnotations` left them. */
export function encodeAnnotations(citations: readonly Citation[], text: string, left: Json | undefined): readonly Json[] {
  if (citations.length === 0 && left === undefined) return []
  const offsets = createByteOffsets()
  offsets.add(text)
  const others = left !== undefined && isJsonObject(left) ? Object.values(left) : []
  const cited = citations.flatMap((citation) => {
    const type = types[citation.source]
    if (type === undefined) return []
    const words = sources[type]
    const { uri, title, span } = citation
    const place = span && { start_index: offsets.byteAt(span.start), end_index: offsets.byteAt(span.end) }
    const wire = { type, ...(uri !== undefined && { [words.uri]: uri }), ...(title !== undefined && { [words.title]: title }), ...place }
    return [restore<JsonObject>(wire, citation)]
  })
  return [...cited, ...(others as readonly Json[])] // values of JSON
}
