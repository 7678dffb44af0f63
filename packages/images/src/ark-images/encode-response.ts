import { pointer, type Context, type Json, type WireReply } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { deliveryNotices } from '../delivery-notices.ts'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { ImageItem, ImageResponse } from '../image-response.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { format, hintOf, restore } from './format.ts'
import { encodeItem } from './item.ts'
import { reportItem } from './report-item.ts'
import { encodeUsage } from './usage.ts'
import type { WireArkResponse } from './wire.ts'

/** Encodes an answer. Ark states the facts of an image at the image, so that facts about all images are repeated at each. */
export function encodeResponse(response: ImageResponse, context: Context, asked?: ImageEncodeState): WireReply<WireArkResponse> {
  const { createdAt, usage, made } = response
  const body: Record<string, Json> = {}
  const model = response.model ?? asked?.request?.model
  if (model !== undefined) body['model'] = model
  if (createdAt !== undefined) body['created'] = Math.floor(createdAt / 1000)
  else if (hintOf(response)['undated'] !== true) {
    body['created'] = Math.floor(context.now() / 1000)
    context.onNotice(notice('response-time', response.at ?? ''))
  }
  body['data'] = response.items.map((item) => encodeItem(withFacts(item, response)))
  if (usage !== undefined) body['usage'] = encodeUsage(usage)
  if (made?.quality !== undefined || made?.background !== undefined) context.onNotice(notice('response-made', placeOf(response, 'made')))
  for (const [index, item] of response.items.entries()) reportItem(item, pointer('/items', index), context)
  reportForeignKeys(response, format, context)
  deliveryNotices(response, asked ?? {}, context)
  return { status: 200, headers: {}, body: restore(body, response) as WireArkResponse } // data was written above
}

function withFacts(item: ImageItem, { made }: ImageResponse): ImageItem {
  if (item.type === 'failed' || made === undefined) return item
  return { ...item, made: { ...made, ...item.made } }
}
