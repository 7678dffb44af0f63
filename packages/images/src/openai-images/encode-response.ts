import { pointer, type Context, type Json, type WireReply } from '@interlingua/core'
import { deliveryNotices } from '../delivery-notices.ts'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { ImageResponse } from '../image-response.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { encodeFacts } from './facts.ts'
import { format, hintOf, restore } from './format.ts'
import { encodeMade } from './item.ts'
import { encodeUsage } from './usage.ts'
import type { WireImageResponse } from './wire.ts'

/** Encodes an answer of the images endpoint. Failed images are left out of `data` and listed in `errors` with their index among all. */
export function encodeResponse(response: ImageResponse, context: Context, asked: ImageEncodeState = {}): WireReply<WireImageResponse> {
  const { createdAt, items, made, usage, model } = response
  reportForeignKeys(response, format, context)
  if (model !== undefined) context.onNotice(notice('response-model', pointer(response.at ?? '', 'model')))
  deliveryNotices(response, asked, context)
  const wire: Record<string, Json> = {}
  const undated = hintOf(response)['undated'] === true
  if (createdAt !== undefined) wire['created'] = Math.floor(createdAt / 1000)
  else if (!undated) {
    wire['created'] = Math.floor(context.now() / 1000)
    context.onNotice(notice('response-time', response.at ?? ''))
  }
  const data: Json[] = []
  const errors: Json[] = []
  for (const [index, item] of items.entries()) {
    if (item.type === 'image') data.push(encodeMade(item))
    else errors.push(restore({ index, code: item.code, message: item.message }, item))
  }
  wire['data'] = data
  if (errors.length > 0) wire['errors'] = errors
  encodeFacts(wire, made)
  if (usage !== undefined) wire['usage'] = encodeUsage(usage, context)
  return { status: 200, headers: {}, body: restore(wire, response) as WireImageResponse } // has data
}
