import type { Citation, Json, JsonObject, Pointer } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hintOf, keep, keepUnknown, nest, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['type', 'url_citation'])

const fields = { uri: '/url_citation/url', title: '/url_citation/title', span: '/url_citation' } as const

/** Decodes all annotations of a message; `undefined` if one of them is not a `url_citation`, so that the list stays as it is. */
export function decodeAnnotations(annotations: Json | undefined, at: Pointer): Citation[] | undefined {
  if (!Array.isArray(annotations) || annotations.length === 0) return undefined
  const citations: Citation[] = []
  for (let i = 0; i < annotations.length; i++) {
    const citation = decodeAnnotation(annotations[i] ?? null, `${at}/${i}`)
    if (citation === undefined) return undefined
    citations.push(citation)
  }
  return citations
}

/** Decodes `{type: url_citation, url_citation: {url, title, start_index, end_index}}`; the indexes point into the message's content. */
export function decodeAnnotation(wire: Json, at: Pointer): Citation | undefined {
  if (!isJsonObject(wire) || wire['type'] !== 'url_citation') return undefined
  const inner = wire['url_citation']
  if (!isJsonObject(inner) || typeof inner['url'] !== 'string') return undefined
  const extension = newExtension()
  const left = newExtension()
  const citation: Draft<Citation> = { at, fields, source: 'url', uri: inner['url'] }
  const { start_index: start, end_index: end } = inner
  const spans = typeof start === 'number' && typeof end === 'number'
  if (spans) citation.span = { start, end }
  else note(extension, 'span', 'absent')
  for (const key in inner) {
    const value = inner[key]
    if (key === 'url' || (spans && (key === 'start_index' || key === 'end_index'))) continue
    if (key === 'title' && typeof value === 'string') citation.title = value
    else keep(left, key, value)
  }
  nest(extension, 'url_citation', left)
  keepUnknown(extension, wire, known)
  return withExtension(citation, extension)
}

/**
 * Encodes a citation; `undefined` without a URL (a document, a file). `base` is the start of the cited part in the message's content,
 * `length` its length: a citation without a span covers the part.
 */
export function encodeAnnotation(citation: Citation, base: number, length: number): JsonObject | undefined {
  if (citation.uri === undefined) return undefined
  const hint = hintOf(citation)
  const inner: WireDraft = { url: citation.uri }
  if (citation.title !== undefined || hint === undefined) inner['title'] = citation.title ?? citation.uri
  if (citation.span) {
    inner['start_index'] = base + citation.span.start
    inner['end_index'] = base + citation.span.end
  } else if (hint?.['span'] !== 'absent') {
    inner['start_index'] = base
    inner['end_index'] = base + length
  }
  const wire: WireDraft = { type: 'url_citation', url_citation: inner }
  encodeExtension(wire, citation)
  return wire
}
