import { chain, type Context } from '@interlingua/core'
import type { Door } from '../door.ts'
import { createEventTap } from './create-event-tap.ts'
import type { AnswerSample } from './evidence.ts'

/** Bytes that are held for each stream. */
const held = 16_384

/** Keeps the first bytes of a stream that passes unread, to read them where the upstream does not tell what it cost. */
export interface ByteTap {
  /** Whole events, as server-sent events. */
  hear(events: Buffer): void
  read(door: Door, context: Context): AnswerSample
}

export function createByteTap(): ByteTap {
  const chunks: Buffer[] = []
  let kept = 0
  let all = 0

  return {
    hear(events) {
      all += events.length
      if (kept >= held) return
      // A long piece is copied, or a few bytes of it would keep all of it.
      const piece = events.length <= held ? events : Buffer.from(events.subarray(0, held))
      kept += piece.length
      chunks.push(piece)
    },
    read({ adapter }, context) {
      const events = createEventTap()
      const reader = chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context))
      for (const event of reader.push(Buffer.concat(chunks).toString('utf8'))) events.hear(event)
      const { texts, scale } = events.read()
      return { texts, scale: kept === 0 ? scale : (scale * all) / kept }
    },
  }
}
