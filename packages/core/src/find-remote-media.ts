import type { OutboundAdapter } from './adapter.ts'
import type { Context } from './context.ts'
import { visitMedia } from './visit-media.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest } from './request.ts'

/** A URL in a request whose bytes the target must get. */
export interface FoundUrl {
  readonly url: string
  readonly kind: 'image' | 'audio' | 'video' | 'document'
  /** Media type that the caller declared. Absent: none. */
  readonly mime?: string
  readonly at: Pointer
}

const none: readonly FoundUrl[] = []

/** URLs that must be fetched before `adapter` can lower the request, each once, in order of appearance. Only http(s) URLs are listed. */
export function findRemoteMedia(request: GenerateRequest, adapter: OutboundAdapter, context: Context): readonly FoundUrl[] {
  if (adapter.acceptsUrl === undefined) return none
  let found: Map<string, FoundUrl> | undefined
  visitMedia(request, (part, at) => {
    const { source } = part
    if (
      source.type !== 'url' ||
      found?.has(source.url) === true ||
      !/^https?:\/\//i.test(source.url) ||
      adapter.acceptsUrl?.(part, context)
    )
      return part
    const kind = part.type === 'media' ? part.kind : 'document'
    found ??= new Map()
    found.set(source.url, { url: source.url, kind, at, ...(source.mime !== undefined && { mime: source.mime }) })
    return part
  })
  return found === undefined ? none : [...found.values()]
}
