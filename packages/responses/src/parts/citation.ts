import { isJsonObject } from '@interlingua/core'
import type { Citation, Json, JsonObject, Pointer } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

const sources = {
  url_citation: 'url',
  file_citation: 'file',
  file_path: 'file',
  container_file_citation: 'container',
} as const satisfies Readonly<Record<string, Citation['source']>>

const fields = { uri: '/url', fileId: '/file_id', span: '' } as const

/**
 * Decodes an annotation of an `output_text`; `undefined` for a value that is none. An unknown type cites some document, named by its own
 * keys; indexes count in the text of its part.
 */
export function decodeAnnotation(wire: Json, at: Pointer): Citation | undefined {
  if (!isJsonObject(wire) || typeof wire.type !== 'string') return undefined
  const known = Object.hasOwn(sources, wire.type)
  const citation: Draft<Citation> = { source: known ? sources[wire.type as keyof typeof sources] : 'document', at, fields } // hasOwn proves the key
  const { start_index: start, end_index: end } = wire
  const spans = typeof start === 'number' && typeof end === 'number'
  if (spans) citation.span = { start, end }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || (spans && (key === 'start_index' || key === 'end_index'))) continue
    if (key === 'url' && typeof value === 'string') citation.uri = value
    else if (key === 'file_id' && typeof value === 'string') citation.fileId = value
    else if ((key === 'title' || (key === 'filename' && known)) && typeof value === 'string' && citation.title === undefined)
      citation.title = value
    else rest = keep(rest, key, value)
  }
  const hint: JsonDraft = { type: wire.type }
  // A title that only repeats the address was made up, since the SDK's types demand one.
  if (citation.title !== undefined && citation.title === citation.uri) {
    delete citation.title
    hint.title = 'url'
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) citation.extensions = extensions
  return citation
}

/** Decodes all annotations of a text; `undefined` if one is none, so that the list stays as it is. */
export function decodeAnnotations(wires: readonly Json[], at: Pointer): readonly Citation[] | undefined {
  const citations: Citation[] = []
  for (let i = 0; i < wires.length; i++) {
    const citation = decodeAnnotation(wires[i] ?? null, `${at}/${i}`)
    if (citation === undefined) return undefined
    citations.push(citation)
  }
  return citations
}

/**
 * Encodes a citation; `undefined` for another format's citation without a URL. `length`: that of the text, which a citation without a span
 * covers.
 */
export function encodeAnnotation(citation: Citation, length: number): JsonObject | undefined {
  const { type } = hintOf(citation)
  const own = typeof type === 'string'
  if (!own && citation.uri === undefined) return undefined
  const wire: JsonDraft = { type: own ? type : 'url_citation' }
  if (citation.uri !== undefined) wire.url = citation.uri
  if (citation.fileId !== undefined) wire.file_id = citation.fileId
  if (citation.title !== undefined || !own || hintOf(citation).title === 'url') {
    const named = type === 'file_citation' || type === 'container_file_citation' || type === 'file_path'
    wire[named ? 'filename' : 'title'] = citation.title ?? citation.uri ?? ''
  }
  if (citation.span || !own) {
    wire.start_index = citation.span?.start ?? 0
    wire.end_index = citation.span?.end ?? length
  }
  return addRest(wire, restOf(citation))
}
