import type { Citation, Context, Extensions, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { addRest, hintOf, nestedRest, without } from './extension.ts'
import type { Bag } from './extension.ts'
import type { ByteOffsets } from './byte-offsets.ts'
import { isWeb } from './is-web.ts'
import { notice } from './notices.ts'

/** A printed text with its citations. */
export interface CitedText {
  /** Its position on the wire. */
  readonly index: number
  readonly offsets: ByteOffsets
  readonly citations: readonly Citation[]
}

interface Boxed {
  readonly extensions?: Extensions
}

const lists = new Set(['groundingChunks', 'groundingSupports', 'citationSources', 'citations'])

/**
 * Prints citations as metadata of the candidate: those of our own wire as they were, all others as grounding. `candidate` has what else
 * the metadata said.
 */
export function printSources(wire: Bag, texts: readonly CitedText[], candidate: Boxed, context: Context): void {
  if (texts.length === 0 && candidate.extensions === undefined) return
  const foreign: CitedText[] = []
  const own = { grounding: 0, citation: 0 }
  for (const { citations, ...text } of texts) {
    const others = citations.filter((citation) => {
      const { from } = hintOf(citation)
      if (from === 'grounding' || from === 'citation') own[from]++
      return from !== 'grounding' && from !== 'citation'
    })
    if (others.length > 0) foreign.push({ ...text, citations: others })
  }
  const hint = hintOf(candidate)
  printOwn(wire, 'groundingMetadata', hint.groundingMetadata, own.grounding, candidate)
  printOwn(wire, 'citationMetadata', hint.citationMetadata, own.citation, candidate)
  if (foreign.length === 0 || wire.groundingMetadata !== undefined) return
  const grounding = encodeGrounding(foreign, context)
  if (grounding) wire.groundingMetadata = addRest(grounding, nestedRest(candidate, 'groundingMetadata'))
}

function printOwn(wire: Bag, key: string, spelled: Json | undefined, count: number, candidate: Boxed): void {
  if (!isJsonObject(spelled) || spelled.count !== count) return
  const { count: _, ...printed } = spelled
  wire[key] = addRest({ ...printed }, without(nestedRest(candidate, key), lists) ?? {})
  // Another list than ours has to be kept.
  wire[key] = addRest(wire[key], nestedRest(candidate, key))
}

/** `undefined` where no citation has an address or a title. */
function encodeGrounding(texts: readonly CitedText[], context: Context): Bag | undefined {
  const chunks: JsonObject[] = []
  const chunkIndexes = new Map<string, number>()
  const supports: Bag[] = []
  const byPlace = new Map<string, number[]>()
  for (const { index, offsets, citations } of texts) {
    for (const citation of citations) {
      const chunk = encodeChunk(citation)
      if (chunk === undefined) continue
      const name = JSON.stringify(chunk)
      let position = chunkIndexes.get(name)
      if (position === undefined) {
        position = chunks.push(chunk) - 1
        chunkIndexes.set(name, position)
      }
      const start = citation.span ? offsets.byteAt(citation.span.start) : 0
      const end = citation.span ? offsets.byteAt(citation.span.end) : offsets.bytes()
      const place = `${index} ${start} ${end}`
      const known = byPlace.get(place)
      if (known) {
        if (!known.includes(position)) known.push(position)
        else if (citation.at !== undefined) context.onNotice(notice('citation-double', citation.at))
        continue
      }
      const indexes = [position]
      byPlace.set(place, indexes)
      const segment: Bag = {}
      if (index > 0) segment.partIndex = index
      if (start > 0) segment.startIndex = start
      segment.endIndex = end
      supports.push({ segment, groundingChunkIndices: indexes })
    }
  }
  return chunks.length === 0 ? undefined : { groundingChunks: chunks, groundingSupports: supports }
}

/** One source. Only retrieved content can say what was cited. */
function encodeChunk(citation: Citation): JsonObject | undefined {
  const { uri, title, citedText } = citation
  if (uri === undefined && title === undefined) return undefined
  const inner: Bag = {}
  if (uri !== undefined) inner.uri = uri
  if (title !== undefined) inner.title = title
  if (isWeb(citation)) return { web: inner }
  if (citedText !== undefined) inner.text = citedText
  return citation.source === 'map' ? { maps: inner } : { retrievedContext: inner }
}
