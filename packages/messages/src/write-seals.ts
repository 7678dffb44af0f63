import { createSealGatherer } from '@interlingua/core'
import type { Context, GatheredParts } from '@interlingua/core'
import { answerPart } from './answer-part.ts'
import type { BlockWriter } from './block-writer.ts'
import { format } from './extension.ts'
import { fates } from './fates.ts'
import { isSealOfSaid } from './is-seal-of-said.ts'
import { notice } from './notices.ts'
import { placeOfSeal } from './place-of-seal.ts'
import type { WireFrame } from './wire-frame.ts'
import { wayOf } from './write-way.ts'

/**
 * `blocks`, with the seals of other formats in the signature of the thinking right before them, else on a block of redacted thinking: an empty
 * block of thinking is dropped by many clients, and breaks some. That of what is said last, where nothing is called, is dropped:
 * clients take the last block for the answer. The document does the same.
 */
export function writeSeals(blocks: BlockWriter, context: Context): BlockWriter {
  if (!context.policy.envelopeSeals) return blocks
  let frames: WireFrame[] = []
  let calls = false
  /** Whoever writes a part reports what it lost: some of it comes only later. */
  const mute: Context = { ...context, onNotice: () => {} }
  const out: GatheredParts = {
    start: (part, value) => void frames.push(...blocks.start(part, value)),
    delta: (part, delta) => void frames.push(...blocks.delta(part, delta)),
    end: (part, extensions) => void frames.push(...blocks.end(part, extensions)),
  }
  const gatherer = createSealGatherer({
    format,
    borne: false,
    out,
    ride: (part) => fates.part(part, context),
    shows: (part) => wayOf(part) !== 'whole' || answerPart(part, mute) !== undefined,
  })
  const written = (): readonly WireFrame[] => {
    const done = frames
    frames = []
    return done
  }
  return {
    buffered: () => blocks.buffered(),
    wrote: blocks.wrote,
    start(part, value) {
      if (value.type === 'tool-call') calls = true
      gatherer.start(part, value)
      return written()
    },
    delta(part, delta) {
      gatherer.delta(part, delta)
      return written()
    },
    speak(part, delta) {
      const spoken = blocks.speak(part, delta)
      if (spoken !== undefined && delta.type === 'reasoning') gatherer.hear(part, delta)
      return spoken
    },
    end(part, extensions) {
      gatherer.end(part, extensions)
      return written()
    },
    replay: blocks.replay,
    finish() {
      // Where tools are called, nobody takes the last block for the answer.
      gatherer.finish(
        ({ thought }) => calls || !isSealOfSaid(thought.seal),
        (part) => context.onNotice(notice('last-seal', placeOfSeal(part))),
      )
      return [...written(), ...blocks.finish()]
    },
  }
}
