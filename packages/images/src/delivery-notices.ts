import { pointer, type Context } from '@interlingua/core'
import type { ImageEncodeState } from './image-adapter.ts'
import type { ImageResponse } from './image-response.ts'
import { notice } from './notices.ts'

/** Reports, once for each answer, images that come as bytes instead of URLs or the other way. */
export function deliveryNotices({ items, at }: ImageResponse, { request }: ImageEncodeState, context: Context): void {
  const delivery = request?.delivery
  if (delivery === undefined) return
  const other = delivery === 'url' ? 'inline' : 'url'
  const index = items.findIndex((item) => item.type === 'image' && item.source.type === other)
  if (index === -1) return
  context.onNotice(notice(other === 'inline' ? 'url-delivery' : 'inline-delivery', items[index]?.at ?? pointer(at ?? '', 'items', index)))
}
