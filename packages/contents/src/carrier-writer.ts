import type { Delta, Frame, JsonObject, Part, ReasoningPart, ReasoningSegment, Seal } from '@interlingua/core'
import type { BundledThought } from '@interlingua/core/adapter'
import { canCarry, carrierSeal, reference, rider, ridesAlong } from './carried-seals.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'
import { encodePart } from './parts/index.ts'
import type { EncodeScope } from './parts/codec.ts'
import type { TextWriter } from './text-writer.ts'

type Out = Frame<WireStreamFrame>
type ReasoningDelta = Extract<Delta, { type: 'reasoning' }>

/** Gives the seals of one candidate's thoughts to the parts that carry them, as `answerParts` does in a document. */
export interface CarrierWriter {
  waits(): boolean
  /** Notes a thought whose seal may be given away. */
  begin(part: number, value: ReasoningPart): void
  hear(part: number, delta: ReasoningDelta): void
  /** Takes a seal that the thought gives away; returns false for one of this format. */
  seal(part: number, seal: Seal): boolean
  /** Ends a thought; returns true if its seal rides along. */
  end(part: number): boolean
  /** Notes that a part other than a thought was written. */
  noteText(): void
  /** Part with the seals that it carries. */
  load(part: Part): Part
  /** Puts waiting seals on the latest words, at the end. */
  finish(): readonly Out[]
}

interface Setting {
  readonly scope: EncodeScope
  readonly texts: TextWriter
  readonly held: { size: number }
  say(part: JsonObject): Out
}

export function createCarrierWriter({ scope, texts, held, say }: Setting): CarrierWriter {
  /** Waiting thoughts in the order of their beginnings, since some sources end them all at once. */
  let waiting: { readonly part: number; readonly thought: BundledThought }[] = []
  const take = (): readonly BundledThought[] => {
    const riders = waiting.toSorted((one, other) => one.part - other.part).map(({ thought }) => thought)
    waiting = []
    return riders
  }
  let calls = false
  let said = false
  const open = new Map<
    number,
    { value: ReasoningPart; readonly first: boolean; readonly segments: { type: ReasoningSegment['type']; text: string }[] }
  >()
  return {
    waits: () => waiting.length > 0,
    begin(part, value) {
      if (scope.envelopes) open.set(part, { value, first: !said, segments: value.segments.map((segment) => ({ ...segment })) })
    },
    hear(part, { segment, kind, text }) {
      const thought = open.get(part)
      if (thought === undefined) return
      const known = thought.segments[segment]
      if (known) known.text += text
      else thought.segments.push({ type: kind, text })
      held.size += text.length
    },
    seal(part, seal) {
      const thought = open.get(part)
      if (thought === undefined || !ridesAlong({ ...thought.value, seal })) return false
      thought.value = { ...thought.value, seal }
      return true
    },
    end(part) {
      const thought = open.get(part)
      open.delete(part)
      if (thought === undefined) return false
      for (const { text } of thought.segments) held.size -= text.length
      const whole: ReasoningPart = { ...thought.value, segments: thought.segments }
      if (!ridesAlong(whole)) return false
      waiting.push({ part, thought: rider(whole, thought.first) })
      return true
    },
    noteText() {
      said = true
    },
    load(part) {
      if (!scope.envelopes || !canCarry(part)) return part
      const call = part.type === 'tool-call'
      if (waiting.length === 0) return call && calls && part.seal === undefined ? { ...part, seal: reference } : part
      calls ||= call
      return { ...part, seal: carrierSeal(take(), part.seal) }
    },
    finish() {
      if (waiting.length === 0) return texts.interrupt()
      const riders = take()
      const last = texts.carry((own) => carrierSeal(riders, own))
      if (last !== undefined) return last
      const wire = encodePart({ type: 'text', text: '', seal: carrierSeal(riders) }, scope)
      return wire === undefined ? texts.interrupt() : [...texts.interrupt(), say(wire)]
    },
  }
}
