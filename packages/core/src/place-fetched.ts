import type { DocumentPart, MediaPart } from './part.ts'
import type { GenerateRequest } from './request.ts'
import { visitMedia } from './visit-media.ts'

export interface Fetched {
  /** Without parameters, in lower case. */
  readonly mime: string
  readonly base64: string
}

/** The request with the bytes of each URL in `fetched` in the place of that URL; a document keeps its file name. */
export function placeFetched(request: GenerateRequest, fetched: ReadonlyMap<string, Fetched>): GenerateRequest {
  return visitMedia(request, (part) => {
    const { source } = part
    const bytes = source.type === 'url' ? fetched.get(source.url) : undefined
    if (source.type !== 'url' || bytes === undefined) return part
    const { mime, base64 } = bytes
    if (part.type === 'media') return { ...part, source: { type: 'inline', mime, base64 } } satisfies MediaPart
    const filename = nameOf(source.url)
    return { ...part, source: { type: 'inline', mime, base64, ...(filename !== undefined && { filename }) } } satisfies DocumentPart
  })
}

/** The last segment of the path, where it looks like the name of a file. */
function nameOf(url: string): string | undefined {
  const name = /^[^?#]*\/([^/?#]+\.[A-Za-z0-9]{1,8})(?:[?#]|$)/.exec(url)?.[1]
  return name === undefined || name.length > 120 ? undefined : name
}
