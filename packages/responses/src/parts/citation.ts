import { isJsonObject } from '@interlingua/core'
import type { Citation, Json, JsonObject, Pointer } from '@interlingua/core'
import { addRest, box, hintOf, keep, restOf } from '../extension.ts'
import type { Bag, Draft } from '../extension.ts'

const sources = {
  url_citation: 'url',
  file_citation: 'file',
  file_path: 'file',
  container_file_citation: 'container',
} as const satisfies Readonly<Record<string, Citation['source']>>

const fields = { uri: '/url', fileId: '/file_id', span: '' } as const

/**
 * An annotation of an `output_text`; `undefined` for what is none. One of an unknown type cites some document, of which its own keys tell. The
 * indexes count in the text of its part.
 */
export function decodeAnnotation(wire: Json, at: Pointer): Citation | undefined {
  if (!isJsonObject(wire) || typeof wire.type !== 'string') return undefined
  const known = Object.hasOwn(sources, wire.type)
  const citation: Draft<Citation> = { source: known ? sources[wire.type as keyof typeof sources] : 'document', at, fields } // hasOwn proves the key
  const { start_index: start, end_index: end } = wire
  const spans = typeof start === 'number' && typeof end === 'number'
  if (spans) citation.span = { start, end }
  let rest: Bag | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined || (spans && (key === 'start_index' || key === 'end_index'))) continue
    if (key === 'url' && typeof value === 'string') citation.uri = value
    else if (key === 'file_id' && typeof value === 'string') citation.fileId = value
    else if ((key === 'title' || (key === 'filename' && known)) && typeof value === 'string' && citation.title === undefined)
      citation.title = value
    else rest = keep(rest, key, value)
  }
  const hint: Bag = { type: wire.type }
  // A title that only repeats the address is none; the SDK's types demand one.
  if (citation.title !== undefined && citation.title === citation.uri) {
    delete citation.title
    hint.title = 'url'
  }
  const extensions = box(rest, hint)
  if (extensions) citation.extensions = extensions
  return citation
}

/** All annotations of a text, or `undefined` where one of them is none: then the list stays as it is. */
export function decodeAnnotations(wires: readonly Json[], at: Pointer): readonly Citation[] | undefined {
  const citations: Citation[] = []
  for (let i = 0; i < wires.length; i++) {
    const citation = decodeAnnotation(wires[i] ?? null, `${at}/${i}`)
    if (citation === undefined) return undefined
    citations.push(citation)
  }
  return citations
}

/** `length` is that of the text: a citation without a span covers it. Another format's citation of no URL has no annotation: `undefined`. */
export function encodeAnnotation(citation: Citation, length: number): JsonObject | undefined {
  const { type } = hintOf(citation)
  const own = typeof type === 'string'
  if (!own && citation.uri === undefined) return undefined
  const wire: Bag = { type: own ? type : 'url_citation' }
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
