import {
  isJsonObject,
  isRetryable,
  pointer,
  type Context,
  type Failure,
  type FailureCode,
  type Frame,
  type Json,
  type Machine,
  type Pointer,
} from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import type { ImageEvent } from '../image-event.ts'
import { notice } from '../notices.ts'
import { format } from './format.ts'
import { decodeFailed, decodeImage } from './item.ts'
import { decodeUsage } from './usage.ts'
import type { WireArkEvent, WireArkItem } from './wire.ts'

const nothing: readonly ImageEvent[] = []

/**
 * Decodes frames to events of images. `partial_succeeded` is a whole image and `completed` the end; a stream that ends otherwise, or with
 * neither an image nor a failed one, is a failure.
 */
export function createStreamDecoder(context: Context): Machine<Frame<WireArkEvent>, ImageEvent> {
  let ended = false
  let items = 0
  /** The index of an event that states none. */
  let next = 0
  const unknown = new Set<string>()

  const fail = (code: FailureCode, message: string): readonly ImageEvent[] => end({ code, message, retryable: isRetryable(code) })
  const end = (failure: Failure): readonly ImageEvent[] => {
    ended = true
    return [{ type: 'failure', failure }]
  }
  const failed = (wire: WireArkEvent): readonly ImageEvent[] => end(readFailure({ status: 200, headers: {}, body: wire }, format, context))

  const read = (wire: WireArkEvent): readonly ImageEvent[] => {
    const { type } = wire
    switch (type) {
      case 'image_generation.partial_succeeded':
      case 'image_generation.partial_image':
      case 'image_generation.partial_failed':
        return readItem(wire, type)
      case 'image_generation.completed':
        return readEnd(wire)
      default:
        if (type === 'error' || isJsonObject(wire['error'])) return failed(wire)
        report(typeof type === 'string' ? type : '')
        return nothing
    }
  }

  const readItem = (wire: WireArkEvent, type: string): readonly ImageEvent[] => {
    const index = indexOf(wire['image_index'], next)
    if (index === undefined || items >= context.limits.parts || index > context.limits.arrayIndex) return fail('limit', 'too many images')
    const item = wire as WireArkItem // the keys of the item are read one by one
    const at: Pointer = pointer('/data', index)
    const created = typeof wire['created'] === 'number' ? { createdAt: wire['created'] * 1000 } : {}
    if (type === 'image_generation.partial_failed') {
      items++
      next = index + 1
      const why = decodeFailed(item, at, 'stream') ?? { type: 'failed', code: '', message: '', at }
      return [{ type: 'failed', index, item: why }]
    }
    const image = decodeImage(item, at, 'stream')
    if (image === undefined) return fail('malformed-upstream', 'an event without its image')
    if (type === 'image_generation.partial_image') {
      const partialIndex = indexOf(wire['partial_image_index'], 0) ?? 0
      return [{ type: 'partial', index, partialIndex, image, ...created }]
    }
    items++
    next = index + 1
    return [{ type: 'image', index, image, ...created }]
  }

  const readEnd = (wire: WireArkEvent): readonly ImageEvent[] => {
    if (items === 0) return isJsonObject(wire['error']) ? failed(wire) : fail('malformed-upstream', 'a stream without an image')
    ended = true
    return [isJsonObject(wire['usage']) ? { type: 'end', usage: decodeUsage(wire['usage'], '/usage') } : { type: 'end' }]
  }

  /** Reports an unknown type of event, once per type. */
  const report = (type: string): void => {
    if (unknown.has(type) || unknown.size >= 100) return
    unknown.add(type)
    context.onNotice(notice('stream-event', type === '' ? '' : pointer('', type)))
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
          return fail('truncated-stream', 'the stream ended before its last event')
        case 'comment':
          return nothing
      }
    },
    end: () => (ended ? nothing : fail('truncated-stream', 'the stream ended before its last event')),
  }
}

/** The index that an event states, or `absent` where it states none; `undefined` for a value that is no index. */
function indexOf(value: Json | undefined, absent: number): number | undefined {
  if (value === undefined || value === null) return absent
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
