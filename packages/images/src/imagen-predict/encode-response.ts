import { pointer, type Context, type Json, type WireReply } from '@interlingua/core'
import { sniffImage } from '@interlingua/adapter-kit'
import { deliveryNotices } from '../delivery-notices.ts'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { FailedImage, ImageResponse, GeneratedImage } from '../image-response.ts'
import { notice, type NoticeCode } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { format, hintOf, restore } from './format.ts'
import type { WirePredictResponse } from './wire.ts'

const unsaid = [
  ['createdAt', 'response-created'],
  ['model', 'response-model'],
  ['made', 'response-made'],
  ['usage', 'response-usage'],
] as const satisfies readonly (readonly [keyof ImageResponse, NoticeCode])[]

/** Encodes an answer of `:predict`, which has no usage. An image that was not made is encoded as its reason. */
export function encodeResponse(response: ImageResponse, context: Context, asked: ImageEncodeState = {}): WireReply<WirePredictResponse> {
  const at = response.at ?? ''
  reportForeignKeys(response, format, context)
  for (const [field, code] of unsaid)
    if (response[field] !== undefined) context.onNotice(notice(code, response.fields?.[field] ?? pointer(at, field)))
  deliveryNotices(response, asked, context)
  const told = hintOf(response)['told']
  const items = typeof told === 'number' ? response.items.slice(0, told) : response.items
  const predictions = items.map((item, index) =>
    item.type === 'image' ? encodeMade(item, item.at ?? pointer(at, 'items', index), context) : encodeFailed(item),
  )
  const bare = predictions.length === 0 && hintOf(response)['bare'] === true
  return { status: 200, headers: {}, body: restore(bare ? {} : { predictions }, response) as WirePredictResponse } // nothing is required
}

function encodeMade(image: GeneratedImage, at: Parameters<typeof notice>[1], context: Context): Json {
  const { source, revisedPrompt, made } = image
  if (made !== undefined) context.onNotice(notice('response-made', at))
  const mime = source.mime ?? (source.type === 'inline' ? sniffImage(source.base64) : undefined)
  const wire: Record<string, Json> = {}
  if (source.mime !== undefined) wire['mimeType'] = source.mime
  else if (mime !== undefined && hintOf(image)['untyped'] !== true) {
    wire['mimeType'] = mime
    context.onNotice(notice('response-mime', at))
  }
  wire[source.type === 'inline' ? 'bytesBase64Encoded' : 'gcsUri'] = source.type === 'inline' ? source.base64 : source.url
  if (revisedPrompt !== undefined) wire['prompt'] = revisedPrompt
  return restore(wire, image)
}

function encodeFailed(item: FailedImage): Json {
  const reason = hintOf(item)['silent'] === true ? '' : item.message
  return restore({ raiFilteredReason: reason }, item)
}
