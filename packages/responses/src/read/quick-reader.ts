import { hasKeysInOrder } from '@interlingua/framing'
import type { StreamEvent } from '@interlingua/core'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { OpenPart } from './open-part.ts'

/** Reads deltas like the one that it learnt from: nearly all events of a stream differ from the one before only in their text. */
export interface QuickReader {
  /** Events of such a delta; `undefined` for any other event. */
  read(wire: WireStreamEvent): readonly StreamEvent[] | undefined
  /** Learns from a delta, `wire`, of the part `open`, which was emitted as `events`. */
  learn(wire: WireStreamEvent, open: OpenPart, events: readonly StreamEvent[]): void
  forget(): void
}

interface Known {
  readonly type: string
  readonly keys: readonly string[]
  readonly place: unknown
  readonly id: unknown
  readonly index: unknown
  readonly part: number
  /** Counter of the part, or of its segment. */
  readonly counter: { given: number }
  readonly kind: 'text' | 'arguments' | 'summary' | 'full'
  readonly segment: number
}

export function createQuickReader(): QuickReader {
  let known: Known | undefined
  return {
    read(wire) {
      if (known === undefined || wire.type !== known.type || wire.output_index !== known.place) return undefined
      const { delta, logprobs } = wire
      if (typeof delta !== 'string' || delta === '' || (wire.content_index ?? wire.summary_index) !== known.index) return undefined
      // Ids may change if there are places; without places they identify the item.
      if (known.place === undefined && wire.item_id !== known.id) return undefined
      if (logprobs !== undefined && (!Array.isArray(logprobs) || logprobs.length > 0)) return undefined
      if (!hasKeysInOrder(wire, known.keys)) return undefined
      known.counter.given += delta.length
      const { kind, part } = known
      if (kind === 'text' || kind === 'arguments') return [{ type: 'part-delta', candidate: 0, part, delta: { type: kind, text: delta } }]
      return [{ type: 'part-delta', candidate: 0, part, delta: { type: 'reasoning', segment: known.segment, kind, text: delta } }]
    },
    learn(wire, open, events) {
      known = undefined
      const [event] = events
      if (event?.type !== 'part-delta' || events.length !== 1 || event.part !== open.number) return
      const { delta } = event
      const counter = delta.type === 'reasoning' ? [...open.segments.values()][delta.segment] : open
      if (counter === undefined || (delta.type !== 'text' && delta.type !== 'arguments' && delta.type !== 'reasoning')) return
      known = {
        type: wire.type,
        keys: Object.keys(wire),
        place: wire.output_index,
        id: wire.item_id,
        index: wire.content_index ?? wire.summary_index,
        part: open.number,
        counter,
        kind: delta.type === 'reasoning' ? delta.kind : delta.type,
        segment: delta.type === 'reasoning' ? delta.segment : 0,
      }
    },
    forget() {
      known = undefined
    },
  }
}
