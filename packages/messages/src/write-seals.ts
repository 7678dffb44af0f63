import { createOpenParts, sealBearer } from '@interlingua/core'
import type { Context, Part, Seal } from '@interlingua/core'
import { answerPart } from './answer-part.ts'
import type { BlockWriter } from './block-writer.ts'
import { format } from './extension.ts'
import { notice } from './notices.ts'
import { placeOfSeal } from './place-of-seal.ts'
import type { WireFrame } from './wire-frame.ts'
import { wayOf } from './write-way.ts'

/**
 * `blocks`, with each foreign seal of a part that is no thinking on an empty thinking block of its own: before a call, so that it is there
 * when the call is replayed, and after anything else or where it comes late. That of what is said last, where nothing is called, is
 * dropped: clients take the last block for the answer. The document does the same by `detachSeals`.
 */
export function writeSeals(blocks: BlockWriter, context: Context): BlockWriter {
  if (!context.policy.envelopeSeals) return blocks
  /** What is open and no thinking, with the seal that waits for its end. */
  const open = createOpenParts<{ readonly value: Part; seal: Seal | undefined }>()

  let calls = false
  /** Seals of what was said, until something follows it. */
  let held: { readonly part: number; readonly value: Part; readonly seal: Seal }[] = []

  const bear = (part: number, value: Part, seal: Seal): readonly WireFrame[] => [
    ...blocks.start(-1 - part, sealBearer(value, seal)),
    ...blocks.end(-1 - part, undefined),
  ]

  const release = (next: Part): readonly WireFrame[] => {
    if (held.length === 0 || (wayOf(next) === 'whole' && answerPart(next, context) === undefined)) return []
    const frames = held.flatMap(({ part, value, seal }) => bear(part, value, seal))
    held = []
    return frames
  }

  const begin = (part: number, value: Part): readonly WireFrame[] => {
    if (value.type === 'tool-call') calls = true
    if (value.type === 'reasoning' || value.type === 'compaction') return blocks.start(part, value)
    const { seal } = value
    if (seal === undefined || seal.format === format) {
      open.set(part, { value, seal: undefined })
      return blocks.start(part, value)
    }
    const { seal: _, ...bare } = value
    if (value.type === 'tool-call') return [...bear(part, value, seal), ...blocks.start(part, bare)]
    open.set(part, { value, seal })
    return blocks.start(part, bare)
  }

  return {
    buffered: () => blocks.buffered(),
    wrote: blocks.wrote,
    start(part, value) {
      const released = release(value)
      return released.length === 0 ? begin(part, value) : [...released, ...begin(part, value)]
    },
    delta(part, delta) {
      const bearing = delta.type === 'seal' && delta.seal.format !== format ? open.get(part) : undefined
      if (bearing === undefined || delta.type !== 'seal') return blocks.delta(part, delta)
      bearing.seal = delta.seal
      return []
    },
    speak: blocks.speak,
    end(part, extensions) {
      const bearing = open.get(part)
      open.delete(part)
      const frames = blocks.end(part, extensions)
      if (bearing?.seal === undefined) return frames
      const { value, seal } = bearing
      if (value.type === 'tool-call' || value.type === 'hosted-call') return [...frames, ...bear(part, value, seal)]
      held.push({ part, value, seal })
      return frames
    },
    replay: blocks.replay,
    finish() {
      if (calls) return [...held.flatMap(({ part, value, seal }) => bear(part, value, seal)), ...blocks.finish()]
      for (const { value } of held) context.onNotice(notice('last-seal', placeOfSeal(value)))
      return blocks.finish()
    },
  }
}
