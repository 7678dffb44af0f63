import type { GenerateAdapter } from './adapter.ts'
import type { Context } from './context.ts'
import { visitMedia } from './visit-media.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest } from './request.ts'

/** A URL in a request that the target must get the bytes of. */
export interface FoundUrl {
  readonly url: string
  readonly kind: 'image' | 'audio' | 'video' | 'document'
  /** What the caller said it is. */
  readonly mime?: string
  readonly at: Pointer
}

const none: readonly FoundUrl[] = []

/** What must be fetched before `adapter` can lower the request, each URL once, in order of appearance. Only http(s) URLs are ever listed. */
export function findUrls(request: GenerateRequest, adapter: GenerateAdapter, context: Context): readonly FoundUrl[] {
  if (adapter.takesUrl === undefined) return none
  let found: Map<string, FoundUrl> | undefined
  visitMedia(request, (part, at) => {
    const { source } = part
    if (source.type !== 'url' || found?.has(source.url) === true || !/^https?:\/\//i.test(source.url) || adapter.takesUrl?.(part, context))
      return part
    const kind = part.type === 'media' ? part.kind : 'document'
    found ??= new Map()
    found.set(source.url, { url: source.url, kind, at, ...(source.mime !== undefined && { mime: source.mime }) })
    return part
  })
  return found === undefined ? none : [...found.values()]
}
