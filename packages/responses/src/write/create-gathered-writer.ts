import { createSealGatherer } from '@interlingua/core/adapter'
import type { Context, Item } from '@interlingua/core'
import type { SealGatherer } from '@interlingua/core/adapter'
import { answerPart } from '../answer-part.ts'
import { format } from '../extension.ts'
import type { PartEvent } from './create-part-order.ts'
import type { ItemWriter } from './item-writer.ts'

export interface GatheredWriter {
  write(event: PartEvent): void
  hear: SealGatherer['hear']
  finish(): void
}

/**
 * Writes the parts of another format's response, with the seals of calls and texts in the reasoning right before them, else in a reasoning
 * item of their own: clients that keep one signature a turn keep the last.
 */
export function createGatheredWriter(items: ItemWriter, context: Context): GatheredWriter {
  const begun = new Map<number, Item>()
  const ended = new Map<number, Item>()
  /** The item writer reports losses, some of which come only later. */
  const mute: Context = { ...context, onNotice: () => {} }
  const gatherer = createSealGatherer({
    format,
    carried: true,
    out: {
      start: (part, value) => items.start(part, value, begun.get(part)),
      delta: (part, delta) => items.delta(part, delta),
      end: (part, extensions) => items.end(part, ended.get(part), extensions),
    },
    ride: () => {},
    // A result stands in the item of its call.
    shows: (part) =>
      part.type !== 'hosted-result' && (part.type === 'text' || part.type === 'refusal' || answerPart(part, 0, mute).length > 0),
  })
  return {
    write(event) {
      switch (event.type) {
        case 'part-start':
          if (event.item) begun.set(event.part, event.item)
          gatherer.start(event.part, event.value)
          return
        case 'part-delta':
          gatherer.delta(event.part, event.delta)
          return
        case 'part-end':
          if (event.item) ended.set(event.part, event.item)
          gatherer.end(event.part, event.extensions)
          return
      }
    },
    hear: gatherer.hear,
    finish: () =>
      gatherer.finish(
        () => true,
        () => {},
      ),
  }
}
