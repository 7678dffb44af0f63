import {
  isJsonObject,
  isRetryable,
  pointer,
  type Context,
  type FailureCode,
  type Failure,
  type Frame,
  type Json,
  type Machine,
} from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import type { ImageDecodeState } from '../image-adapter.ts'
import type { ImageEvent } from '../image-event.ts'
import type { ImageUsage } from '../image-response.ts'
import { notice } from '../notices.ts'
import { sumUsages } from '../sum-usages.ts'
import { format } from './format.ts'
import { readFailed, readMade } from './item.ts'
import { readUsage } from './usage.ts'
import type { WireImageEvent } from './wire.ts'

/** The keys of an event that do not describe its image. */
const bookkeeping = ['type', 'created_at', 'image_index', 'partial_image_index', 'usage']
const nothing: readonly ImageEvent[] = []

/**
 * Decodes frames to events of images. A stream without a last event is complete after each image that was asked for, or its failure, or
 * after `[DONE]` and at least one image.
 */
export function createStreamDecoder(context: Context, sent: ImageDecodeState = {}): Machine<Frame<WireImageEvent>, ImageEvent> {
  const { count = 1, sequence } = sent.request ?? {}
  const expected = sequence?.mode === 'auto' ? Number.POSITIVE_INFINITY : count
  const usages: (ImageUsage | undefined)[] = []
  const unknown = new Set<string>()
  let items = 0
  let ended = false

  const end = (failure: Failure): readonly ImageEvent[] => {
    ended = true
    return [{ type: 'failure', failure }]
  }
  const fail = (code: FailureCode, message: string): readonly ImageEvent[] => end({ code, message, retryable: isRetryable(code) })

  const readImage = (wire: WireImageEvent, partial: boolean): readonly ImageEvent[] => {
    const index = indexOf(wire['image_index']) ?? items
    if (index > context.limits.arrayIndex || items >= context.limits.parts) return fail('limit', 'too many images')
    if (!wire['b64_json'] && !wire['url']) return fail('malformed-upstream', 'an event without its image')
    const image = readMade(wire, pointer('/data', index), bookkeeping)
    const created = wire['created_at']
    const createdAt = typeof created === 'number' ? { createdAt: created * 1000 } : {}
    if (partial) return [{ type: 'partial', index, partialIndex: indexOf(wire['partial_image_index']) ?? 0, image, ...createdAt }]
    items++
    usages.push(isJsonObject(wire['usage']) ? { ...readUsage(wire['usage']), at: '/usage' } : undefined)
    return [{ type: 'image', index, image, ...createdAt }]
  }

  const read = (wire: WireImageEvent): readonly ImageEvent[] => {
    switch (wire.type) {
      case 'image_generation.partial_image':
      case 'image_edit.partial_image':
        return readImage(wire, true)
      case 'image_generation.completed':
      case 'image_edit.completed':
        return readImage(wire, false)
      // Servers of this package send these events.
      case 'image_generation.failed':
      case 'image_edit.failed': {
        const index = indexOf(wire['image_index']) ?? items
        if (index > context.limits.arrayIndex || items >= context.limits.parts) return fail('limit', 'too many images')
        items++
        return [{ type: 'failed', index, item: readFailed(wire, pointer('/errors', index), bookkeeping) }]
      }
      case 'image_generation.usage':
      case 'image_edit.usage':
        if (isJsonObject(wire['usage'])) usages.push({ ...readUsage(wire['usage']), at: '/usage' })
        return nothing
      case 'error':
        return end(readFailure({ status: 200, headers: {}, body: wire }, format, context))
      default:
        report(wire.type)
        return nothing
    }
  }

  /** Reports an unknown type of event, once per type. */
  const report = (type: string): void => {
    if (unknown.has(type) || unknown.size >= 100) return
    unknown.add(type)
    context.onNotice(notice('stream-event', type === '' ? '' : pointer('', type)))
  }

  const close = (said: boolean): readonly ImageEvent[] => {
    if (items === 0 || (items < expected && !said && expected !== Number.POSITIVE_INFINITY))
      return fail('truncated-stream', 'the stream ended before its last image')
    if (expected === Number.POSITIVE_INFINITY && !said && usages.every((usage) => usage === undefined))
      return fail('truncated-stream', 'the stream ended before its usage')
    ended = true
    const told = usages.filter((usage) => usage !== undefined)
    const usage = told.length <= 1 ? told[0] : sumUsages(told)
    return [usage === undefined ? { type: 'end' } : { type: 'end', usage }]
  }

  return {
    push(frame) {
      if (ended) return nothing
      switch (frame.type) {
        case 'event':
          return read(frame.wire)
        case 'invalid':
          return fail('malformed-upstream', frame.message)
        case 'done':
          return close(true)
        case 'comment':
          return nothing
      }
    },
    end: () => (ended ? nothing : close(false)),
  }
}

/** The index that an event states; `undefined` for any other value. */
function indexOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
