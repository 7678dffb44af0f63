import { isJsonObject, isRetryable, pointer, type Context, type Failure, type Frame, type Json, type Machine } from '@interlingua/core'
import type { ImageAsked } from '../image-adapter.ts'
import type { ImageEvent } from '../image-event.ts'
import type { FailedImage, ImageUsage } from '../image-response.ts'
import { deliveryNotices } from '../delivery-notices.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { failureOfItems } from '../failure-of-items.ts'
import { completeEvent } from './complete-event.ts'
import { failureWords } from './failure-words.ts'
import { format, hintOf, restore } from './format.ts'
import { printMade } from './item.ts'
import { printUsage } from './usage.ts'
import type { WireImageEvent } from './wire.ts'

type Shown = Extract<ImageEvent, { type: 'image' | 'partial' }>

const nothing: readonly Frame<WireImageEvent>[] = []

/**
 * Events of images as OpenAI's, whatever the upstream. The usage stands in the event of the last image that was asked for, which waits for
 * it; where nobody knows how many there will be, in an event of its own. An image that was not made is told as `….failed`.
 */
export function createStreamEncoder(context: Context, asked: ImageAsked = {}): Machine<ImageEvent, Frame<WireImageEvent>> {
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
    const wire: Record<string, Json> = { type: `${prefix}.${event.type === 'image' ? 'completed' : 'partial_image'}`, ...printMade(image) }
    wire['created_at'] = Math.floor((createdAt ?? context.now()) / 1000)
    if (event.type === 'partial') wire['partial_image_index'] = event.partialIndex
    if (most > 1 || index > 0) wire['image_index'] = index
    if (usage !== undefined) wire['usage'] = usageOf(usage)
    completeEvent(wire, image, request, event.type === 'partial')
    return { type: 'event', wire: wire as WireImageEvent } // its type was just set
  }

  const usageOf = (usage: ImageUsage): Json => {
    reportForeignKeys({ items: [], usage }, format, context)
    return printUsage(usage, context)
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
          return [event(wire as WireImageEvent)] // its type was just set
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

/** By the endpoint that was called; of a request of another dialect, by whether it shows an image. */
function isEdit({ request }: ImageAsked): boolean {
  if (request === undefined) return false
  const endpoint = hintOf(request)['endpoint']
  return endpoint === undefined ? request.images !== undefined : endpoint === 'edits'
}

/** The error of this very format as it came, else in our words. */
function errorOf(failure: Failure): Json {
  const own = failure.raw?.format === format && isJsonObject(failure.raw.wire) ? failure.raw.wire['error'] : undefined
  if (isJsonObject(own)) return own
  const { type, code } = failureWords[failure.code]
  const param = failure.path === undefined || failure.path === '' ? null : failure.path.slice(1).replaceAll('/', '.')
  return { message: failure.message, type, param, code }
}
