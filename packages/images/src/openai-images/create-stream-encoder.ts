import { isJsonObject, isRetryable, pointer, type Context, type Failure, type Frame, type Json, type Machine } from '@interlingua/core'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { ImageEvent } from '../image-event.ts'
import type { FailedImage, ImageUsage } from '../image-response.ts'
import { deliveryNotices } from '../delivery-notices.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { failureOfItems } from '../failure-of-items.ts'
import { completeEvent } from './complete-event.ts'
import { failureWords } from './failure-words.ts'
import { format, hintOf, restore } from './format.ts'
import { encodeMade } from './item.ts'
import { encodeUsage } from './usage.ts'
import type { WireImageEvent } from './wire.ts'

type Shown = Extract<ImageEvent, { type: 'image' | 'partial' }>

const nothing: readonly Frame<WireImageEvent>[] = []

/**
 * Encodes events of images in OpenAI's form. The last image waits for the usage, which gets an event of its own where the number of images
 * is open; a failed image becomes an event `….failed`.
 */
export function createStreamEncoder(context: Context, asked: ImageEncodeState = {}): Machine<ImageEvent, Frame<WireImageEvent>> {
  const { request } = asked
  const prefix = isEdit(asked) ? 'image_edit' : 'image_generation'
  const most = request?.sequence?.mode === 'auto' ? Number.POSITIVE_INFINITY : (request?.count ?? 1)
  const failures: FailedImage[] = []
  let made = 0
  let ended = false
  let dated = false
  let delivered = false
  let held: Extract<ImageEvent, { type: 'image' }> | undefined

  const event = (wire: WireImageEvent): Frame<WireImageEvent> => ({ type: 'event', wire })

  const shown = (event: Shown, usage?: ImageUsage): Frame<WireImageEvent> => {
    const { index, image, createdAt } = event
    reportForeignKeys({ items: [image] }, format, context)
    if (!delivered) deliveryNotices({ items: [image] }, asked, context)
    delivered = true
    if (createdAt === undefined && !dated) {
      dated = true
      context.onNotice(notice('response-time', image.at ?? pointer('/data', index)))
    }
    const wire: Record<string, Json> = { type: `${prefix}.${event.type === 'image' ? 'completed' : 'partial_image'}`, ...encodeMade(image) }
    wire['created_at'] = Math.floor((createdAt ?? context.now()) / 1000)
    if (event.type === 'partial') wire['partial_image_index'] = event.partialIndex
    if (most > 1 || index > 0) wire['image_index'] = index
    if (usage !== undefined) wire['usage'] = usageOf(usage)
    completeEvent(wire, image, request, event.type === 'partial')
    return { type: 'event', wire: wire as WireImageEvent } // the type was just set
  }

  const usageOf = (usage: ImageUsage): Json => {
    reportForeignKeys({ items: [], usage }, format, context)
    return encodeUsage(usage, context)
  }

  const release = (usage?: ImageUsage): readonly Frame<WireImageEvent>[] => {
    if (held === undefined) return usage === undefined ? nothing : [event({ type: `${prefix}.usage`, usage: usageOf(usage) })]
    const frames = [shown(held, usage)]
    held = undefined
    return frames
  }

  const take = (image: Extract<ImageEvent, { type: 'image' }>): readonly Frame<WireImageEvent>[] => {
    made++
    if (made + failures.length < most) return [shown(image)]
    const frames = release()
    held = image
    return frames
  }

  const fail = (failure: Failure): readonly Frame<WireImageEvent>[] => {
    ended = true
    return [...release(), event({ type: 'error', error: errorOf(failure) })]
  }

  const finish = (usage: ImageUsage | undefined): readonly Frame<WireImageEvent>[] => {
    const failure = made === 0 ? failureOfItems(failures) : undefined
    if (failure !== undefined) return fail(failure)
    ended = true
    return release(usage)
  }

  return {
    push(next) {
      if (ended) return nothing
      switch (next.type) {
        case 'partial':
          return [shown(next)]
        case 'image':
          return take(next)
        case 'failed': {
          const { index, item } = next
          failures.push(item)
          reportForeignKeys({ items: [item] }, format, context)
          const wire = restore({ type: `${prefix}.failed`, image_index: index, code: item.code, message: item.message }, item)
          return [event(wire as WireImageEvent)] // the type was just set
        }
        case 'end':
          return finish(next.usage)
        case 'failure':
          return fail(next.failure)
      }
    },
    end() {
      if (ended) return nothing
      const code = 'truncated-stream'
      return fail({ code, message: 'the stream ended before its last image', retryable: isRetryable(code) })
    },
  }
}

/** True for a request of the edits endpoint, or for one of another dialect with images. */
function isEdit({ request }: ImageEncodeState): boolean {
  if (request === undefined) return false
  const endpoint = hintOf(request)['endpoint']
  return endpoint === undefined ? request.images !== undefined : endpoint === 'edits'
}

/** The upstream's own error of this format, or else the failure in OpenAI's wording. */
function errorOf(failure: Failure): Json {
  const own = failure.raw?.format === format && isJsonObject(failure.raw.wire) ? failure.raw.wire['error'] : undefined
  if (isJsonObject(own)) return own
  const { type, code } = failureWords[failure.code]
  const param = failure.path === undefined || failure.path === '' ? null : failure.path.slice(1).replaceAll('/', '.')
  return { message: failure.message, type, param, code }
}
