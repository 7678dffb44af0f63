import { pointer, type Context, type Pointer } from '@interlingua/core'
import { flattenNative } from './flatten-native.ts'
import type { ImageUpstream } from './image-adapter.ts'
import type { ImageInput, ImageRequest } from './image-request.ts'

/** The URL of an input whose bytes the upstream must be given. */
export interface FoundImageUrl {
  readonly url: string
  readonly at: Pointer
}

/** The dialect that takes `native.input` unchanged. */
const takesNative = 'dashscope'

/**
 * Finds the http(s) URLs that must be fetched before `upstream` can lower the request, each once and in order. Includes those in
 * DashScope's own input where the upstream speaks another dialect.
 */
export function findImageUrls(request: ImageRequest, upstream: ImageUpstream, context: Context): readonly FoundImageUrl[] {
  const found = new Map<string, FoundImageUrl>()
  const look = (image: ImageInput, at: Pointer): void => {
    const { source } = image
    if (source.type !== 'url' || found.has(source.url) || !/^https?:\/\//i.test(source.url) || upstream.acceptsUrl(image, context)) return
    found.set(source.url, { url: source.url, at })
  }
  const flat = upstream.format === takesNative ? request : flattenNative(request, { ...context, onNotice: () => {} }) // lowering reports the notices
  for (const [index, image] of (flat.images ?? []).entries()) look(image, image.at ?? pointer('/images', index))
  if (flat.mask !== undefined) look(flat.mask, flat.mask.at ?? '/mask')
  return [...found.values()]
}
