import type { Citation, Json, JsonObject, Pointer } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { extensionOf, keep, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import type { AnswerTexts, TextPlace } from './answer-texts.ts'

/** Citation with the text that it stands on. */
export interface Placed {
  readonly text: TextPlace
  readonly citation: Citation
}

/** Content of a response's metadata: citations, unmodelled keys, and the original lists. */
export interface Grounding {
  readonly citations: readonly Placed[]
  readonly rest: JsonDraft | undefined
  readonly spelled: JsonDraft | undefined
}

interface ChunkKind {
  readonly source: Citation['source']
  readonly uri: string
  readonly text?: string
}

/** Keys of the canonical fields, by kind of chunk. */
const kinds: Readonly<Record<string, ChunkKind>> = {
  web: { source: 'url', uri: 'uri' },
  image: { source: 'url', uri: 'sourceUri' },
  maps: { source: 'map', uri: 'uri', text: 'text' },
  retrievedContext: { source: 'file', uri: 'uri', text: 'text' },
}
const listKeys = new Set(['groundingChunks', 'groundingSupports'])
const supportKeys = new Set(['segment', 'groundingChunkIndices'])
const segmentKeys = new Set(['startIndex', 'endIndex', 'partIndex', 'text'])

/**
 * Decodes `groundingMetadata`: each support is one citation for each of its chunks, on the text of its segment. Segments count UTF-8 bytes.
 * https://ai.google.dev/api/generate-content#GroundingMetadata
 */
export function decodeGrounding(wire: JsonObject, at: Pointer, texts: AnswerTexts): Grounding {
  const chunks: readonly Json[] = Array.isArray(wire.groundingChunks) ? wire.groundingChunks : []
  const supports: readonly Json[] = Array.isArray(wire.groundingSupports) ? wire.groundingSupports : []
  const citations: Placed[] = []
  const cited = new Set<number>()
  const looseSupports: Json[] = []
  for (let j = 0; j < supports.length; j++) {
    const support = supports[j] ?? null
    const before = citations.length
    if (isJsonObject(support)) readSupport(support, chunks, at, texts, citations, cited)
    // Scores and other members belong to no source.
    looseSupports.push(citations.length === before || !isJsonObject(support) ? support : moreOfSupport(support))
  }
  let rest = without(wire, listKeys)
  // Entries keep their indexes: `{}` stands for one without any rest.
  const looseChunks = chunks.map((chunk, index) => (cited.has(index) ? moreOf(chunk) : chunk))
  const keptChunks = untilEmpty(looseChunks)
  if (keptChunks.length > 0) rest = keep(rest, 'groundingChunks', keptChunks)
  const keptSupports = untilEmpty(looseSupports)
  if (keptSupports.length > 0) rest = keep(rest, 'groundingSupports', keptSupports)
  let spelled: JsonDraft | undefined
  for (const key of listKeys) if (wire[key] !== undefined) spelled = keep(spelled, key, wire[key])
  return { citations, rest, spelled }
}

/** Members of a support beside its place and its sources. */
function moreOfSupport(support: JsonObject): JsonObject {
  const more = without(support, supportKeys)
  const segment = isJsonObject(support.segment) ? without(support.segment, segmentKeys) : undefined
  return segment === undefined ? (more ?? {}) : { ...more, segment }
}

function readSupport(
  support: JsonObject,
  chunks: readonly Json[],
  at: Pointer,
  texts: AnswerTexts,
  citations: Placed[],
  cited: Set<number>,
): void {
  const segment = isJsonObject(support.segment) ? support.segment : {}
  const place = texts.find(numberOf(segment.startIndex), numberOf(segment.endIndex), numberOf(segment.partIndex))
  if (place === undefined || !Array.isArray(support.groundingChunkIndices)) return
  for (const index of support.groundingChunkIndices as readonly Json[]) {
    // an array: its items are JSON
    const chunk = typeof index === 'number' ? chunks[index] : undefined
    if (typeof index !== 'number' || !isJsonObject(chunk)) continue
    cited.add(index)
    const citation = decodeChunk(chunk, index, at)
    if (place.span) citation.span = place.span
    citations.push({ text: place.text, citation: citation as Citation }) // the draft of one
  }
}

/**
 * Decodes a chunk. Source and place stand in two lists, so the citation's place is the object around both; further members of a chunk are
 * reported with the metadata.
 */
function decodeChunk(chunk: JsonObject, index: number, at: Pointer): Draft<Citation> {
  const name = citedName(chunk)
  const kind = kinds[name]
  const place = `/groundingChunks/${index}/${name}` as const
  const citation: Draft<Citation> = { source: kind?.source ?? 'document', at }
  citation.fields = {
    uri: `${place}/${kind?.uri ?? 'uri'}` as Pointer, // a pointer and a word
    title: `${place}/title`,
    citedText: `${place}/text`,
    source: place,
    span: '',
  }
  const inner = chunk[name]
  if (kind !== undefined && isJsonObject(inner)) {
    if (typeof inner[kind.uri] === 'string') citation.uri = String(inner[kind.uri])
    if (typeof inner.title === 'string') citation.title = inner.title
    const text = kind.text === undefined ? undefined : inner[kind.text]
    if (typeof text === 'string') citation.citedText = text
  }
  citation.extensions = { contents: { hint: { from: 'grounding' } } }
  return citation
}

/** Member of a chunk that is its source; `''` if none is known. */
function citedName(chunk: JsonObject): string {
  return Object.keys(chunk).find((key) => Object.hasOwn(kinds, key) && isJsonObject(chunk[key])) ?? ''
}

/** Members of a chunk beside its citation. */
function moreOf(chunk: Json): Json {
  if (!isJsonObject(chunk)) return chunk
  const cited = citedName(chunk)
  let more: JsonDraft | undefined
  for (const name in chunk) {
    const inner = chunk[name] ?? null
    const kind = name === cited ? kinds[name] : undefined
    if (kind === undefined || !isJsonObject(inner)) {
      more = keep(more, name, inner)
      continue
    }
    let left: JsonDraft | undefined
    for (const key in inner)
      if ((key !== kind.uri && key !== 'title' && key !== kind.text) || typeof inner[key] !== 'string')
        left = keep(left, key, inner[key] ?? null)
    if (left) more = keep(more, name, left)
  }
  return more ?? {}
}

/** List up to its last entry that is not empty. */
function untilEmpty(list: readonly Json[]): readonly Json[] {
  return list.slice(0, list.findLastIndex(saysAny) + 1)
}

function saysAny(left: Json): boolean {
  return !isJsonObject(left) || Object.keys(left).length > 0
}

const sourceKeys = new Set(['startIndex', 'endIndex', 'uri', 'title'])

/** Decodes `citationMetadata`, whose list is `citationSources` in the Developer API and `citations` in Vertex. */
export function decodeCitationSources(wire: JsonObject, at: Pointer, texts: AnswerTexts): Grounding {
  const citations: Placed[] = []
  let rest: JsonDraft | undefined
  let spelled: JsonDraft | undefined
  for (const key in wire) {
    const list = wire[key]
    if (list === undefined) continue
    if ((key !== 'citationSources' && key !== 'citations') || !Array.isArray(list)) {
      rest = keep(rest, key, list)
      continue
    }
    spelled = keep(spelled, key, list)
    const loose: Json[] = []
    for (let i = 0; i < list.length; i++) {
      const source: Json = list[i] ?? null
      const placed = isJsonObject(source) ? decodeSource(source, `${at}/${key}/${i}`, texts) : undefined
      if (placed) citations.push(placed)
      else if (!isJsonObject(source) || Object.keys(source).length > 0) loose.push(source)
    }
    if (loose.length > 0) rest = keep(rest, key, loose)
  }
  return { citations, rest, spelled }
}

function decodeSource(source: JsonObject, at: Pointer, texts: AnswerTexts): Placed | undefined {
  const { uri, title } = source
  if (typeof uri !== 'string' && typeof title !== 'string') return undefined
  const bounded = source.startIndex !== undefined || source.endIndex !== undefined
  const place = bounded ? texts.find(numberOf(source.startIndex), numberOf(source.endIndex), undefined) : texts.whole()
  if (place === undefined) return undefined
  const citation: Draft<Citation> = { source: 'url', at, fields: { span: '' } }
  if (typeof uri === 'string') citation.uri = uri
  if (typeof title === 'string') citation.title = title
  if (place.span) citation.span = place.span
  citation.extensions = extensionOf(without(source, sourceKeys), { from: 'citation' }) ?? {}
  return { text: place.text, citation }
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}
