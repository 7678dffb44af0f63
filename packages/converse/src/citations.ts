import { dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject, type Citation, type FieldPointers, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { leftOf } from './left-of.ts'
import { keep, nothing, restore } from './wire.ts'

interface Place {
  readonly source: Citation['source']
  readonly unit: 'char' | 'page' | 'block'
  /** Member that names the document. */
  readonly document: string
}

/** Locations with a beginning and an end, by their keys. */
const places: Readonly<Record<string, Place>> = {
  documentChar: { source: 'document', unit: 'char', document: 'documentIndex' },
  documentPage: { source: 'document', unit: 'page', document: 'documentIndex' },
  documentChunk: { source: 'document', unit: 'block', document: 'documentIndex' },
  searchResultLocation: { source: 'search-result', unit: 'block', document: 'searchResultIndex' },
}

/** A citation; one whose place is not known is a citation of a document, and keeps its members. */
export function decodeCitation(wire: JsonObject, at: Pointer): Citation {
  const { title, source, sourceContent, location } = wire
  const [key, where] = isJsonObject(location) ? onlyMember(location) : []
  const cited = textOf(sourceContent)
  const said = { ...(typeof title === 'string' && { title }), ...(cited !== undefined && { citedText: cited }) }
  const read = ['title', ...(cited === undefined ? [] : ['sourceContent'])]
  if (key === 'web' && where && typeof where['url'] === 'string') {
    const citation: Citation = { at, source: 'url', uri: where['url'], ...said, fields: fieldsOf('web', 'url') }
    return keep(citation, leftOf(wire, [...read, 'location/web/url']), nothing)
  }
  const place = key !== undefined && Object.hasOwn(places, key) ? places[key] : undefined
  const { start, end, [place?.document ?? '']: document } = where ?? {}
  if (place === undefined || key === undefined || typeof start !== 'number' || typeof end !== 'number' || typeof document !== 'number')
    return keep<Citation>({ at, source: 'document', ...said, fields: plainFields }, leftOf(wire, read), nothing)
  const named = place.source === 'search-result' && typeof source === 'string'
  const citation: Citation = {
    at,
    source: place.source,
    ...(named && { uri: source }),
    ...said,
    range: { unit: place.unit, document, start, end },
    fields: fieldsOf(key, place.document),
  }
  const members = [place.document, 'start', 'end'].map((member) => `location/${key}/${member}`)
  return keep(citation, leftOf(wire, [...read, ...members, ...(named ? ['source'] : [])]), nothing)
}

const plainFields: FieldPointers = { citedText: '/sourceContent' }

function fieldsOf(key: string, document: string): FieldPointers {
  const at = `/location/${key}` as const
  return {
    citedText: '/sourceContent',
    source: at,
    uri: key === 'web' ? `${at}/url` : '/source',
    range: `${at}/start`,
    'range.unit': at,
    'range.end': `${at}/end`,
    'range.document': `${at}/${document}`,
  }
}

function onlyMember(value: JsonObject): readonly [] | readonly [string, JsonObject] {
  const [key, ...others] = Object.keys(value)
  const inner = key === undefined || others.length > 0 ? undefined : value[key]
  return key !== undefined && isJsonObject(inner) ? [key, inner] : []
}

/** Text of a source, which stands in a list of one; `undefined`: there are more, or other things. */
function textOf(content: Json | undefined): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined
  const only: Json = content[0] as Json // JSON
  return isJsonObject(only) && typeof only['text'] === 'string' && Object.keys(only).length === 1 ? only['text'] : undefined
}

/** True: this format has a place for the citation. */
export function isCitable(citation: Citation): boolean {
  if (citation.extensions?.['converse'] !== undefined) return true
  if (citation.source === 'url') return citation.uri !== undefined
  return keyOf(citation) !== undefined
}

function keyOf({ source, range }: Citation): string | undefined {
  if (range?.document === undefined) return undefined
  return Object.keys(places).find((key) => places[key]?.source === source && places[key]?.unit === range.unit)
}

export function encodeCitation(citation: Citation): JsonObject {
  const { source, uri, title, citedText, range } = citation
  const key = keyOf(citation)
  const location =
    source === 'url' && uri !== undefined
      ? { web: { url: uri } }
      : key !== undefined && range
        ? { [key]: { [places[key]?.document ?? '']: range.document ?? 0, start: range.start, end: range.end } }
        : undefined
  const wire = dropAbsent({
    title,
    source: source === 'search-result' ? uri : undefined,
    sourceContent: citedText === undefined ? undefined : [{ text: citedText }],
    location,
  })
  return restore<JsonObject>(wire as JsonObject, citation) // members of JSON
}
