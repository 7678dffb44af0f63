import { createSealGatherer } from '@interlingua/core/adapter'
import type { Context } from '@interlingua/core'
import type { GatheredParts } from '@interlingua/core/adapter'
import { answerPart } from './answer-part.ts'
import type { BlockWriter } from './block-writer.ts'
import { format } from './extension.ts'
import { fates } from './fates.ts'
import { isSealOfSaid } from './is-seal-of-said.ts'
import { notice } from './notices.ts'
import { placeOfSeal } from './place-of-seal.ts'
import type { WireFrame } from './wire-frame.ts'
import { wayOf } from './write-way.ts'

const nothing: readonly WireFrame[] = []

/**
 * Writes blocks with the seals of other formats in the signature of the thinking right before them, else on a block of redacted thinking,
 * since many clients drop an empty block of thinking, and some break. Without a call, the seal of the last part is dropped, because clients
 * take the last block for the answer; documents do the same.
 */
export function writeSeals(blocks: BlockWriter, context: Context): BlockWriter {
  if (!context.policy.carryForeignSeals) return blocks
  let frames: readonly WireFrame[] = nothing
  let calls = false
  const put = (more: readonly WireFrame[]): void => {
    if (more.length > 0) frames = frames.length === 0 ? more : [...frames, ...more]
  }
  /** The block writer reports losses, some of which come only later. */
  const mute: Context = { ...context, onNotice: () => {} }
  const out: GatheredParts = {
    start: (part, value) => put(blocks.start(part, value)),
    delta: (part, delta) => put(blocks.delta(part, delta)),
    end: (part, extensions) => put(blocks.end(part, extensions)),
  }
  const gatherer = createSealGatherer({
    format,
    carried: false,
    out,
    ride: (part) => fates.part(part, context),
    shows: (part) => wayOf(part) !== 'whole' || answerPart(part, mute) !== undefined,
  })
  const written = (): readonly WireFrame[] => {
    const done = frames
    frames = nothing
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
    writeText(part, delta) {
      const spoken = blocks.writeText(part, delta)
      if (spoken !== undefined && delta.type === 'reasoning') gatherer.hear(part, delta)
      return spoken
    },
    end(part, extensions) {
      gatherer.end(part, extensions)
      return written()
    },
    replay: blocks.replay,
    finish() {
      // If tools are called, no client takes the last block for the answer.
      gatherer.finish(
        ({ thought }) => calls || !isSealOfSaid(thought.seal),
        (part) => context.onNotice(notice('last-seal', placeOfSeal(part))),
      )
      return [...written(), ...blocks.finish()]
    },
  }
}
