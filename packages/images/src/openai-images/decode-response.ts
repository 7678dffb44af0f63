import { isJsonObject, pointer, type Context, type JsonObject, type WireReply } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageDecodeState } from '../image-adapter.ts'
import type { ImageItem, ImageResponse } from '../image-response.ts'
import { factKeys, readFacts } from './facts.ts'
import { keep } from './format.ts'
import { readItem } from './item.ts'
import { readUsage } from './usage.ts'
import type { WireImageResponse } from './wire.ts'

const fields = { items: '/data', createdAt: '/created' } as const

/** Decodes an answer, also of a compatible server. Entries of `errors` become items at their index. */
export function decodeResponse({ body }: WireReply<WireImageResponse>, _context: Context, _sent?: ImageDecodeState): ImageResponse {
  const { created, data, errors, usage } = body
  const known = new Set(['data', ...factKeys])
  const items: ImageItem[] = data.map((item, index) => readItem(item, pointer('/data', index)))
  if (Array.isArray(errors) && errors.length > 0 && errors.every(isPlainError)) {
    known.add('errors')
    const told = errors as readonly JsonObject[] // each was just seen to be one
    for (const [place, error] of told.entries()) insert(items, error, place)
  }
  const draft: Draft<ImageResponse> = { items, at: '', fields, ...readFacts(body) }
  if (typeof created === 'number') {
    known.add('created')
    draft.createdAt = created * 1000
  }
  if (isJsonObject(usage)) {
    known.add('usage')
    draft.usage = { ...readUsage(usage), at: '/usage' }
  }
  return keep(draft, body, known, created === undefined ? { undated: true } : undefined)
}

function isPlainError(error: unknown): boolean {
  return (
    isJsonObject(error) && typeof error['index'] === 'number' && typeof error['code'] === 'string' && typeof error['message'] === 'string'
  )
}

function insert(items: ImageItem[], { index, code, message }: JsonObject, place: number): void {
  const failed: ImageItem = { type: 'failed', code: String(code), message: String(message), at: pointer('/errors', place) }
  items.splice(typeof index === 'number' ? Math.min(index, items.length) : items.length, 0, failed)
}
