import type { DocumentPart, MediaPart } from './part.ts'
import type { GenerateRequest } from './request.ts'
import { visitMedia } from './visit-media.ts'

export interface Fetched {
  /** Without parameters, in lower case. */
  readonly mime: string
  readonly base64: string
}

/** Puts fetched bytes in the place of their URLs; documents keep their file names. */
export function inlineMedia(request: GenerateRequest, fetched: ReadonlyMap<string, Fetched>): GenerateRequest {
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

/** Last segment of the path, if it looks like a file name. */
function nameOf(url: string): string | undefined {
  const name = /^[^?#]*\/([^/?#]+\.[A-Za-z0-9]{1,8})(?:[?#]|$)/.exec(url)?.[1]
  return name === undefined || name.length > 120 ? undefined : name
}
