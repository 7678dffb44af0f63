import { createOpenParts } from './create-open-parts.ts'
import { sealCarrier } from './detach-seals.ts'
import { bareThought, isBareSeal, sealsAlone, takesSeals, withSeals } from './gather-seals.ts'
import type { Extensions, Format } from './node.ts'
import type { Part, ReasoningPart, ReasoningSegment, Seal } from './part.ts'
import type { BundledThought } from './seal-bundle.ts'
import type { Delta } from './stream-event.ts'

/** Writer of the parts of a stream. Numbers below zero are parts that the gatherer made. */
export interface GatheredParts {
  start(part: number, value: Part): void
  delta(part: number, delta: Delta): void
  end(part: number, extensions: Extensions | undefined): void
}

export interface SealGatherer extends GatheredParts {
  /** Notes a delta that was already written. */
  hear(part: number, delta: Delta): void
  /**
   * Flushes at the end of the response. `keeps` returns false for a seal at the very end that cannot be carried; such a seal goes to
   * `lost`.
   */
  finish(keeps: (thought: BundledThought) => boolean, lost: (part: Part) => void): void
}

interface OpenThought {
  value: ReasoningPart
  readonly segments: { type: ReasoningSegment['type']; text: string }[]
  /** True once its text has begun. */
  begun: boolean
  /** True once another part began after it: its slot is written. */
  passed: boolean
}

interface OpenOther {
  readonly value: Part
  seal: Seal | undefined
  silent: boolean
}

interface Setting {
  readonly format: Format
  /** True: thoughts without text stay as they are, and only seals of other parts move. */
  readonly carried: boolean
  readonly out: GatheredParts
  /** Reports what a thought without visible text holds beside its seal, since the thought itself is not written. */
  readonly ride: (part: Part) => void
  /** True if something will be written for a part. */
  readonly shows: (part: Part) => boolean
}

/**
 * Does in a stream what `detachSeals` and `gatherSeals` do in a document: a thought ends when the next part begins, and takes the seals that
 * came between into its own slot.
 */
export function createSealGatherer({ format, carried, out, ride, shows }: Setting): SealGatherer {
  const thoughts = createOpenParts<OpenThought>()
  /** Open thoughts behind which nothing else began yet. */
  const foremost = new Set<OpenThought>()
  /** Open parts that are no thoughts. */
  const others = createOpenParts<OpenOther>()
  /** Open parts whose seal waits for their end. */
  const sealed = new Set<OpenOther>()
  /** Latest thought that ended, while nothing has come after it. */
  let last: { readonly part: number; readonly value: ReasoningPart; readonly extensions: Extensions | undefined } | undefined
  let riders: { readonly thought: BundledThought; readonly of: Part }[] = []
  let made = 0

  const isForeign = (seal: Seal | undefined): seal is Seal => seal !== undefined && seal.format !== format

  const flush = (): void => {
    const seated = riders.map(({ thought }) => thought)
    const [first] = riders
    riders = []
    if (last) {
      const { part, value, extensions } = last
      last = undefined
      const { seal } = seated.length > 0 && takesSeals(value, format) ? withSeals(value, seated.splice(0)) : value
      // A seal of this format was written when it arrived.
      if (isForeign(seal)) out.delta(part, { type: 'seal', seal })
      out.end(part, extensions)
    }
    if (first === undefined || seated.length === 0) return
    const part = --made
    out.start(part, sealsAlone(seated, first.of))
    out.end(part, undefined)
  }

  const add = (thought: ReasoningPart, of: Part): void => {
    ride(thought)
    riders.push({ thought: bareThought(thought), of })
  }

  /** Another part begins behind open ones: the seals that those have by now go before the new part. */
  const settle = (next: Part): void => {
    for (const other of sealed) {
      const { value, seal } = other
      if (seal === undefined || value === next) continue
      sealed.delete(other)
      add(sealCarrier(value, seal), value)
    }
  }

  /** A part that does not belong to the thought before it is about to be written. */
  const pass = (next: Part): void => {
    // In most answers nothing waits.
    if (last === undefined && riders.length === 0 && sealed.size === 0 && foremost.size === 0) return
    if (!shows(next)) return
    settle(next)
    for (const thought of foremost) thought.passed = true
    foremost.clear()
    flush()
  }

  const begin = (part: number, thought: OpenThought): void => {
    if (thought.begun) return
    pass(thought.value)
    thought.begun = true
    thought.passed = false
    foremost.add(thought)
    const { seal, ...bare } = thought.value
    out.start(part, seal?.format === format ? thought.value : bare)
  }

  /** True for an empty text, which may never show a letter. */
  const isSilent = (value: Part): boolean =>
    (value.type === 'text' || value.type === 'refusal') &&
    value.text === '' &&
    value.extensions?.[format] === undefined &&
    !(value.type === 'text' && value.citations !== undefined && value.citations.length > 0)

  const hear = ({ segments }: OpenThought, delta: Delta): void => {
    if (delta.type !== 'reasoning') return
    const known = segments[delta.segment]
    if (known) known.text += delta.text
    else segments.push({ type: delta.kind, text: delta.text })
  }

  return {
    hear(part, delta) {
      const thought = thoughts.get(part)
      if (thought) hear(thought, delta)
    },
    start(part, value) {
      if (value.type === 'reasoning' && value.extensions?.[format] === undefined && value.seal?.format !== format) {
        const thought: OpenThought = { value, segments: value.segments.map((segment) => ({ ...segment })), begun: false, passed: false }
        thoughts.set(part, thought)
        if (value.segments.some(({ text }) => text !== '')) begin(part, thought)
        return
      }
      if (value.type === 'reasoning' || value.type === 'compaction' || !isForeign(value.seal)) {
        const silent = isSilent(value)
        if (!silent) pass(value)
        if (value.type !== 'reasoning' && value.type !== 'compaction') others.set(part, { value, seal: undefined, silent })
        out.start(part, value)
        return
      }
      const { seal, ...bare } = value
      if (value.type === 'tool-call') {
        settle(value)
        add(sealCarrier(value, seal), value)
      }
      const silent = isSilent(value)
      if (value.type !== 'tool-call') {
        const other = { value, seal, silent }
        others.set(part, other)
        sealed.add(other)
      }
      if (!silent) pass(value)
      out.start(part, bare as Part) // the same part without an optional field
    },
    delta(part, delta) {
      const thought = thoughts.get(part)
      if (thought === undefined) {
        const other = others.get(part)
        if (other && delta.type === 'seal' && isForeign(delta.seal)) {
          other.seal = delta.seal
          sealed.add(other)
          return
        }
        if (other?.silent && (delta.type === 'text' ? delta.text !== '' : delta.type === 'citation')) {
          other.silent = false
          pass(other.value)
        }
        out.delta(part, delta)
        return
      }
      if (delta.type === 'seal' && !isForeign(delta.seal)) {
        begin(part, thought)
        thought.value = { ...thought.value, seal: delta.seal }
        out.delta(part, delta)
        return
      }
      if (delta.type === 'seal') {
        thought.value = { ...thought.value, seal: delta.seal }
        return
      }
      if (delta.type !== 'reasoning' || delta.text !== '') begin(part, thought)
      hear(thought, delta)
      if (thought.begun) out.delta(part, delta)
    },
    end(part, extensions) {
      const thought = thoughts.get(part)
      thoughts.delete(part)
      if (thought) {
        const { begun, passed } = thought
        const value: ReasoningPart = { ...thought.value, segments: thought.segments }
        if (extensions?.[format] !== undefined) {
          begin(part, thought)
          if (isForeign(value.seal)) out.delta(part, { type: 'seal', seal: value.seal })
          out.end(part, extensions)
        } else if (!begun && isBareSeal(value, format, carried)) add(value, value)
        else if (begun && passed) {
          // The slot is written already, so the late seal is carried together with its words.
          out.end(part, extensions)
          if (isForeign(value.seal)) add(value, value)
        } else {
          begin(part, thought)
          last = { part, value, extensions }
        }
        foremost.delete(thought)
        return
      }
      const other = others.get(part)
      others.delete(part)
      if (other?.silent && extensions?.[format] !== undefined) pass(other.value)
      out.end(part, extensions)
      if (other?.seal && sealed.delete(other)) add(sealCarrier(other.value, other.seal), other.value)
    },
    finish(keeps, lost) {
      while (riders.length > 0) {
        const rider = riders[riders.length - 1]
        if (rider === undefined || keeps(rider.thought)) break
        lost(rider.of)
        riders.pop()
      }
      flush()
    },
  }
}
