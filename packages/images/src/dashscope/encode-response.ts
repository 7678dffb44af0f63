import { pointer, type Context, type Json, type JsonObject, type WireReply } from '@interlingua/core'
import { dataUrlOf } from '@interlingua/adapter-kit'
import { deliveryNotices } from '../delivery-notices.ts'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { ImageItem, ImageResponse, ImageUsage } from '../image-response.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { format, hintOf, restore } from './format.ts'
import type { WireDashscopeResponse } from './wire.ts'

/**
 * Encodes an answer in the form that the caller asked for: a message, or a task that succeeded. The server adds the task's id and times.
 */
export function encodeResponse(response: ImageResponse, context: Context, asked: ImageEncodeState = {}): WireReply<WireDashscopeResponse> {
  const { usage, items } = response
  const mode = asked.request && hintOf(asked.request)['mode']
  const results = mode === 'classic' || mode === 'edit'
  const output: Record<string, Json> = mode === undefined || mode === 'sync' ? {} : { task_status: 'SUCCEEDED' }
  if (results) output['results'] = items.map(resultOf)
  else output['choices'] = [{ finish_reason: 'stop', message: { role: 'assistant', content: items.flatMap(partOf) } }]
  const body: Record<string, Json> = { output, usage: usageOf(usage, response), request_id: context.newId('') }
  report(response, results, context)
  deliveryNotices(response, asked, context)
  return { status: 200, headers: {}, body: restore(body, response) as WireDashscopeResponse } // has an output
}

function partOf(item: ImageItem): readonly JsonObject[] {
  return item.type === 'failed' ? [] : [restore({ image: urlOf(item) }, item)]
}

function resultOf(item: ImageItem): JsonObject {
  if (item.type === 'failed') return restore({ code: item.code, message: item.message }, item)
  const { revisedPrompt } = item
  return restore({ url: urlOf(item), ...(revisedPrompt !== undefined && { actual_prompt: revisedPrompt }) }, item)
}

/** The URL of an image, or its bytes as a data URL, since DashScope has no field for bytes. */
function urlOf({ source }: Extract<ImageItem, { type: 'image' }>): string {
  return source.type === 'url' ? source.url : dataUrlOf({ type: 'inline', mime: source.mime ?? 'image/png', base64: source.base64 })
}

function usageOf(usage: ImageUsage | undefined, { items, made }: ImageResponse): JsonObject {
  const wire: Record<string, Json> = { image_count: usage?.images ?? items.filter(({ type }) => type === 'image').length }
  const [, width, height] = /^(\d+)x(\d+)$/.exec(made?.size ?? '') ?? []
  if (width !== undefined && height !== undefined) Object.assign(wire, { width: Number(width), height: Number(height) })
  if (usage === undefined) return wire
  const { input, output } = usage
  if (input.total !== undefined) wire['input_tokens'] = input.total
  if (output.total !== undefined) wire['output_tokens'] = output.total
  if (input.total !== undefined && output.total !== undefined) wire['total_tokens'] = input.total + output.total
  return restore(wire, usage)
}

function report(response: ImageResponse, results: boolean, context: Context): void {
  reportForeignKeys(response, format, context)
  const { model, createdAt, made, at = '' } = response
  if (model !== undefined) context.onNotice(notice('response-model', pointer(at, 'model')))
  if (createdAt !== undefined) context.onNotice(notice('response-created', pointer(at, 'createdAt')))
  if (made?.quality !== undefined || made?.background !== undefined || made?.outputFormat !== undefined)
    context.onNotice(notice('response-made', pointer(at, 'made')))
  for (const [index, item] of response.items.entries()) {
    const place = item.at ?? pointer(at, 'items', index)
    if (item.type === 'failed') {
      if (!results) context.onNotice(notice('response-item', place))
      continue
    }
    if (!results && item.revisedPrompt !== undefined) context.onNotice(notice('response-prompt', pointer(place, 'revisedPrompt')))
    if (item.made !== undefined) context.onNotice(notice('response-made', pointer(place, 'made')))
  }
}
