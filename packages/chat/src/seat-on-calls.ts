import { bareThought, bundleSeals } from '@interlingua/core'
import type { BundledThought, Part, ReasoningPart, Seal, ToolCallPart } from '@interlingua/core'
import { format } from './extension.ts'
import { sealedId } from './parts/sealed-id.ts'

/** Gives a call what clients bring back of it: the seals of the thoughts before it, else its own of another format. */
export interface CallSeats {
  thought(part: ReasoningPart): void
  /** Something was said that is no thought. */
  speak(): void
  /** The seal of a call that begins; `own` is that of another format's call. */
  take(own: Seal | undefined): Seal | undefined
}

export function createCallSeats(): CallSeats {
  let riders: BundledThought[] = []
  let said = false
  return {
    thought(part) {
      // Seals of texts have entries of reasoning alone: their origin does not ask for them.
      if (part.seal !== undefined && part.seal.format !== format && part.seal.attachTo === undefined)
        riders.push({ ...bareThought(part), ...(!said && { first: true }) })
    },
    speak() {
      said = true
    },
    take(own) {
      if (riders.length === 0) return own
      const seal = bundleSeals(riders)
      riders = []
      return seal
    },
  }
}

/** The call with its seal, where it is asked for in its id as well. */
export function seated(call: ToolCallPart, seal: Seal, inIds: boolean): ToolCallPart {
  return { ...call, seal, ...(inIds && { callId: sealedId(call.callId, seal) }) }
}

/**
 * The parts of an answer with seals on its calls as well: most clients of this format bring nothing of reasoning back, but what stands on calls.
 * docs/model/signatures.md
 */
export function seatOnCalls(parts: readonly Part[], inIds: boolean): readonly Part[] {
  if (!parts.some(({ type }) => type === 'tool-call')) return parts
  const seats = createCallSeats()
  const borne = new Map<string, Seal>()
  return parts.map((part) => {
    if (part.type === 'reasoning') {
      const { attachTo, ...own } = part.seal ?? { attachTo: undefined }
      if (attachTo !== undefined && part.seal && 'data' in own) borne.set(attachTo, own)
      seats.thought(part)
    } else if (part.type === 'tool-call' && part.seal === undefined) {
      const seal = seats.take(borne.get(part.callId))
      seats.speak()
      return seal === undefined ? part : seated(part, seal, inIds)
    } else seats.speak()
    return part
  })
}
