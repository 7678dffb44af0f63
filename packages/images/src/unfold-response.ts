import type { ImageEvent } from './image-event.ts'
import type { ImageResponse } from './image-response.ts'

/** Unfolds an answer into the stream of the same meaning, for a caller who asked for a stream of an upstream without one. */
export function unfoldResponse({ items, usage, createdAt, made }: ImageResponse): readonly ImageEvent[] {
  const created = createdAt === undefined ? {} : { createdAt }
  const events = items.map((item, index): ImageEvent => {
    if (item.type === 'failed') return { type: 'failed', index, item }
    const image = made === undefined || item.made !== undefined ? item : { ...item, made }
    return { type: 'image', index, image, ...created }
  })
  return [...events, usage === undefined ? { type: 'end' } : { type: 'end', usage }]
}
