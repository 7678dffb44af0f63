import { isRetryable, type Failure } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageEvent } from './image-event.ts'
import type { ImageItem, ImageResponse } from './image-response.ts'

/**
 * Folds a stream into the answer of the same meaning, with items in the order of their indexes and without previews; or into the failure
 * that ended the stream.
 */
export function foldEvents(events: readonly ImageEvent[]): ImageResponse | Failure {
  const items: { readonly index: number; readonly item: ImageItem }[] = []
  let createdAt: number | undefined
  for (const event of events) {
    switch (event.type) {
      case 'image':
        createdAt ??= event.createdAt
        items.push({ index: event.index, item: event.image })
        break
      case 'failed':
        items.push({ index: event.index, item: event.item })
        break
      case 'failure':
        return event.failure
      case 'end': {
        const response: Draft<ImageResponse> = { items: items.sort((a, b) => a.index - b.index).map(({ item }) => item) }
        if (createdAt !== undefined) response.createdAt = createdAt
        if (event.usage !== undefined) response.usage = event.usage
        return response
      }
      case 'partial':
        break
    }
  }
  const code = 'truncated-stream'
  return { code, message: 'the stream ended before its last image', retryable: isRetryable(code) }
}
