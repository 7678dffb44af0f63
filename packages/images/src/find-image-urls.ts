import { pointer, type Context, type Pointer } from '@interlingua/core'
import { flattenNative } from './flatten-native.ts'
import type { ImageUpstream } from './image-adapter.ts'
import type { ImageInput, ImageRequest } from './image-request.ts'

/** The URL of an input that the upstream must be given the bytes of. */
export interface FoundImageUrl {
  readonly url: string
  readonly at: Pointer
}

/** The dialect that takes `native.input` as it is. */
const takesNative = 'dashscope'

/**
 * What must be fetched before `upstream` can lower the wish, each URL once, in order of appearance; also in DashScope's own input where
 * another dialect is to be told it. Only http(s) URLs are ever listed.
 */
export function findImageUrls(request: ImageRequest, upstream: ImageUpstream, context: Context): readonly FoundImageUrl[] {
  const found = new Map<string, FoundImageUrl>()
  const look = (image: ImageInput, at: Pointer): void => {
    const { source } = image
    if (source.type !== 'url' || found.has(source.url) || !/^https?:\/\//i.test(source.url) || upstream.takesUrl(image, context)) return
    found.set(source.url, { url: source.url, at })
  }
  const flat = upstream.format === takesNative ? request : flattenNative(request, { ...context, onNotice: () => {} }) // lowering tells it
  for (const [index, image] of (flat.images ?? []).entries()) look(image, image.at ?? pointer('/images', index))
  if (flat.mask !== undefined) look(flat.mask, flat.mask.at ?? '/mask')
  return [...found.values()]
}
