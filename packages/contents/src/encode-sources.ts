import type { Citation, Context, Extensions, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { addRest, hintOf, nestedRest, without } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import type { ByteOffsets } from '@interlingua/adapter-kit'
import { isWeb } from './is-web.ts'
import { notice } from './notices.ts'

/** Printed text with its citations. */
export interface CitedText {
  /** Position on the wire. */
  readonly index: number
  readonly offsets: ByteOffsets
  /** Text as it was printed. */
  readonly text: string
  readonly citations: readonly Citation[]
}

interface Extended {
  readonly extensions?: Extensions
}

const lists = new Set(['groundingChunks', 'groundingSupports', 'citationSources', 'citations'])

/**
 * Prints citations as metadata of the candidate: those of this format as they were, all others as grounding. `candidate` has the rest of
 * the metadata.
 */
export function encodeSources(wire: JsonDraft, texts: readonly CitedText[], candidate: Extended, context: Context): void {
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
  encodeOwn(wire, 'groundingMetadata', hint.groundingMetadata, own.grounding, candidate)
  encodeOwn(wire, 'citationMetadata', hint.citationMetadata, own.citation, candidate)
  if (foreign.length === 0 || wire.groundingMetadata !== undefined) return
  const grounding = encodeGrounding(foreign, context)
  if (grounding) wire.groundingMetadata = addRest(grounding, nestedRest(candidate, 'groundingMetadata'))
}

function encodeOwn(wire: JsonDraft, key: string, spelled: Json | undefined, count: number, candidate: Extended): void {
  if (!isJsonObject(spelled) || spelled.count !== count) return
  const { count: _, ...printed } = spelled
  wire[key] = addRest({ ...printed }, without(nestedRest(candidate, key), lists) ?? {})
  // The rest of a printed list has to be kept.
  wire[key] = addRest(wire[key], nestedRest(candidate, key))
}

/** Encodes grounding; `undefined` if no citation has an address or a title. */
function encodeGrounding(texts: readonly CitedText[], context: Context): JsonDraft | undefined {
  const chunks: JsonObject[] = []
  const chunkIndexes = new Map<string, number>()
  const supports: JsonDraft[] = []
  const byPlace = new Map<string, number[]>()
  for (const { index, offsets, text, citations } of texts) {
    for (const citation of citations) {
      const chunk = encodeChunk(citation)
      if (chunk === undefined) continue
      const name = JSON.stringify(chunk)
      let position = chunkIndexes.get(name)
      if (position === undefined) {
        position = chunks.push(chunk) - 1
        chunkIndexes.set(name, position)
      }
      const { start: first, end: last } = citation.span ?? { start: 0, end: text.length }
      const start = offsets.byteAt(first)
      const end = offsets.byteAt(last)
      const place = `${index} ${start} ${end}`
      const known = byPlace.get(place)
      if (known) {
        if (!known.includes(position)) known.push(position)
        else if (citation.at !== undefined) context.onNotice(notice('citation-double', citation.at))
        continue
      }
      const indexes = [position]
      byPlace.set(place, indexes)
      const segment: JsonDraft = {}
      if (index > 0) segment.partIndex = index
      if (start > 0) segment.startIndex = start
      segment.endIndex = end
      segment.text = text.slice(first, last)
      supports.push({ segment, groundingChunkIndices: indexes })
    }
  }
  return chunks.length === 0 ? undefined : { groundingChunks: chunks, groundingSupports: supports }
}

/** Encodes a source; `undefined` without address and title. Only retrieved content can hold the cited text. */
function encodeChunk(citation: Citation): JsonObject | undefined {
  const { uri, title, citedText } = citation
  if (uri === undefined && title === undefined) return undefined
  const inner: JsonDraft = {}
  if (uri !== undefined) inner.uri = uri
  if (title !== undefined) inner.title = title
  if (isWeb(citation)) return { web: inner }
  if (citedText !== undefined) inner.text = citedText
  return citation.source === 'map' ? { maps: inner } : { retrievedContext: inner }
}
