import { isJsonObject, parseJson } from '@interlingua/core'
import type { Citation, Json, JsonObject, Part } from '@interlingua/core'
import { utf8Length } from './utf8-length.ts'

/**
 * Writes the results of a search with the places in the text that they support, in bytes of UTF-8; `undefined` for an answer without a
 * search.
 */
export function writeGrounding(parts: readonly Part[], wire: readonly JsonObject[]): JsonObject | undefined {
  const search = parts.find((part) => part.type === 'hosted-call' && part.family === 'web-search')
  if (search?.type !== 'hosted-call') return undefined
  const chunks: JsonObject[] = []
  const supports: JsonObject[] = []
  for (const part of parts) {
    if (part.type !== 'text') continue
    const partIndex = wire.findIndex((printed) => printed['text'] === part.text)
    for (const citation of part.citations ?? []) {
      supports.push(writeSupport(part.text, citation, partIndex, chunks.length))
      chunks.push({ web: { uri: citation.uri ?? '', title: citation.title ?? '', domain: 'example.com' } })
    }
  }
  const asked = parseJson(search.arguments)
  const query: Json = isJsonObject(asked) ? (asked['query'] ?? '') : ''
  return {
    webSearchQueries: [query],
    searchEntryPoint: { renderedContent: '<div class="demo">Demo search suggestions</div>' },
    groundingChunks: chunks,
    groundingSupports: supports,
  }
}

/** Writes a supported place. Like all of this vendor's JSON, it leaves out zero. */
function writeSupport(text: string, { span }: Citation, partIndex: number, chunk: number): JsonObject {
  const start = utf8Length(text.slice(0, span?.start ?? 0))
  const said = text.slice(span?.start ?? 0, span?.end)
  const segment = { endIndex: start + utf8Length(said), text: said }
  return {
    segment: { ...(partIndex > 0 && { partIndex }), ...(start > 0 && { startIndex: start }), ...segment },
    groundingChunkIndices: [chunk],
  }
}
