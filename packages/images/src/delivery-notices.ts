import { pointer, type Context } from '@interlingua/core'
import type { ImageAsked } from './image-adapter.ts'
import type { ImageResponse } from './image-response.ts'
import { notice } from './notices.ts'

/** Says of images that are not as the caller asked for them: who can fetch or host them did not. Once for each way. */
export function deliveryNotices({ items, at }: ImageResponse, { request }: ImageAsked, context: Context): void {
  const delivery = request?.delivery
  if (delivery === undefined) return
  const other = delivery === 'url' ? 'inline' : 'url'
  const index = items.findIndex((item) => item.type === 'image' && item.source.type === other)
  if (index === -1) return
  context.onNotice(notice(other === 'inline' ? 'url-delivery' : 'inline-delivery', items[index]?.at ?? pointer(at ?? '', 'items', index)))
}
