import { chain, type Context } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { createEventTap } from './create-event-tap.ts'
import type { AnswerSample } from './evidence.ts'

/** Bytes that are held for each stream. */
const held = 16_384

/** Keeps the first bytes of a stream that passes unread, to read them where the upstream does not tell what it cost. */
export interface ByteTap {
  /** Whole events, as server-sent events. */
  hear(events: Buffer): void
  read(edge: FormatEdge, context: Context): AnswerSample
}

export function createByteTap(): ByteTap {
  let bytes = Buffer.alloc(0)
  let kept = 0
  let all = 0

  return {
    hear(events) {
      all += events.length
      if (kept >= held) return
      const wanted = kept + events.length
      // Copied: each of a hundred pieces would be three objects, and may be a few bytes of something long.
      if (wanted > bytes.length && bytes.length < held) bytes = grown(bytes, kept, wanted)
      kept += events.copy(bytes, kept)
    },
    read({ adapter }, context) {
      const events = createEventTap()
      const reader = chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context))
      for (const event of reader.push(bytes.toString('utf8', 0, kept))) events.hear(event)
      const { texts, scale } = events.read()
      return { texts, scale: kept === 0 ? scale : (scale * all) / kept }
    },
  }
}

function grown(bytes: Buffer, kept: number, wanted: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(held, Math.max(1024, 2 * wanted)))
  bytes.copy(larger, 0, 0, kept)
  return larger
}
