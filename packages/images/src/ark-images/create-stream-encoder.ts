import { pointer, type Context, type Failure, type Frame, type Json, type Machine } from '@interlingua/core'
import type { ImageEncodeState } from '../image-adapter.ts'
import type { ImageEvent } from '../image-event.ts'
import type { ImageItem } from '../image-response.ts'
import { notice } from '../notices.ts'
import { reportForeignKeys } from '../report-foreign-keys.ts'
import { failureWords } from './failure-words.ts'
import { format } from './format.ts'
import { bookkeepingOf, encodeItem } from './item.ts'
import { reportItem } from './report-item.ts'
import { encodeUsage } from './usage.ts'
import type { WireArkEvent } from './wire.ts'

const nothing: readonly Frame<WireArkEvent>[] = []

/** Encodes events of images as frames. A stream that is cut ends with a failure. */
export function createStreamEncoder(context: Context, asked?: ImageEncodeState): Machine<ImageEvent, Frame<WireArkEvent>> {
  let ended = false
  let created: number | undefined
  let dated = false

  const headOf = (type: string, item?: ImageItem, createdAt?: number): Record<string, Json> => {
    const model = (item && bookkeepingOf(item, 'model')) ?? asked?.request?.model
    const told = item && bookkeepingOf(item, 'created')
    created = typeof told === 'number' ? told : Math.floor((createdAt ?? context.now()) / 1000)
    if (typeof told !== 'number' && createdAt === undefined && !dated) {
      dated = true
      context.onNotice(notice('response-time', item?.at ?? ''))
    }
    const head: Record<string, Json> = { type: `image_generation.${type}` }
    if (model !== undefined) head['model'] = model
    head['created'] = created
    return head
  }

  const report = (item: ImageItem, index: number): void => {
    reportItem(item, pointer('/data', index), context)
    reportForeignKeys({ items: [item] }, format, context)
  }

  const frameOf = (event: ImageEvent): readonly Frame<WireArkEvent>[] => {
    switch (event.type) {
      case 'image': {
        const { index, image, createdAt } = event
        report(image, index)
        return [{ type: 'event', wire: { ...headOf('partial_succeeded', image, createdAt), image_index: index, ...encodeItem(image) } }]
      }
      case 'partial': {
        const { index, partialIndex, image, createdAt } = event
        report(image, index)
        const head = headOf('partial_image', image, createdAt)
        return [{ type: 'event', wire: { ...head, image_index: index, partial_image_index: partialIndex, ...encodeItem(image) } }]
      }
      case 'failed':
        report(event.item, event.index)
        return [{ type: 'event', wire: { ...headOf('partial_failed', event.item), image_index: event.index, ...encodeItem(event.item) } }]
      case 'end': {
        ended = true
        const wire = headOf('completed', undefined, created === undefined ? undefined : created * 1000)
        if (event.usage !== undefined) {
          wire['usage'] = encodeUsage(event.usage)
          reportForeignKeys({ items: [], usage: event.usage }, format, context)
        }
        return [{ type: 'event', wire }, { type: 'done' }]
      }
      case 'failure':
        return failed(event.failure)
    }
  }

  const failed = ({ code, message }: Pick<Failure, 'code' | 'message'>): readonly Frame<WireArkEvent>[] => {
    ended = true
    return [{ type: 'event', wire: { type: 'error', error: { code: failureWords[code], message } } }]
  }

  return {
    push: (event) => (ended ? nothing : frameOf(event)),
    end: () => (ended ? nothing : failed({ code: 'truncated-stream', message: 'the stream ended before its last event' })),
  }
}
