import { isJsonObject, LimitError, pointer, WireError, type Context, type WireReply } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageItem, ImageResponse } from '../image-response.ts'
import { decodeItem } from './item.ts'
import { format, keep } from './format.ts'
import { decodeUsage } from './usage.ts'
import type { WireArkResponse } from './wire.ts'

/** Decodes an answer, also of a group in which some images failed. Throws a WireError for an item with neither an image nor an error. */
export function decodeResponse({ body }: WireReply<WireArkResponse>, context: Context): ImageResponse {
  if (body.data.length > context.limits.parts) throw new LimitError(format, '/data', `more than ${context.limits.parts} images`)
  if (body.data.length === 0) throw new WireError(format, '/data', 'an answer without an image')
  const items = body.data.map((wire, index): ImageItem => {
    const at = pointer('/data', index)
    const item = decodeItem(wire, at)
    if (item === undefined) throw new WireError(format, at, 'the item has neither an image nor an error')
    return item
  })
  const draft: Draft<ImageResponse> = { items, at: '' }
  const read = new Set(['data'])
  if (typeof body['model'] === 'string') {
    draft.model = body['model']
    read.add('model')
  }
  if (typeof body['created'] === 'number') {
    draft.createdAt = body['created'] * 1000
    read.add('created')
  }
  if (isJsonObject(body['usage'])) {
    draft.usage = decodeUsage(body['usage'], '/usage')
    read.add('usage')
  }
  return keep(draft, body, read, draft.createdAt === undefined ? { undated: true } : undefined)
}
