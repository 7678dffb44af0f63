import { bareThought, bundleSeals } from '@interlingua/core/adapter'
import type { Part, ReasoningPart, Seal, ToolCallPart } from '@interlingua/core'
import type { BundledThought } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import { sealedId } from './parts/sealed-id.ts'

/** Gives calls the seals that clients return with them: those of the thoughts before, else the call's own of another format. */
export interface CallSeats {
  thought(part: ReasoningPart): void
  /** Notes that a part other than a thought was written. */
  noteText(): void
  /** Seal for a call that begins; `own` is that of another format's call. */
  take(own: Seal | undefined): Seal | undefined
}

export function createCallSeats(): CallSeats {
  let riders: BundledThought[] = []
  let said = false
  return {
    thought(part) {
      // Seals of texts only get entries of reasoning, since their origin does not demand them.
      if (part.seal !== undefined && part.seal.format !== format && part.seal.attachTo === undefined)
        riders.push({ ...bareThought(part), ...(!said && { first: true }) })
    },
    noteText() {
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

/** Call with its seal, also in its id if that was asked for. */
export function seated(call: ToolCallPart, seal: Seal, inIds: boolean): ToolCallPart {
  return { ...call, seal, ...(inIds && { callId: sealedId(call.callId, seal) }) }
}

/**
 * Parts of a response with seals on their calls as well: most clients of this format return no reasoning, but do return members of calls.
 * docs/model/signatures.md
 */
export function seatOnCalls(parts: readonly Part[], inIds: boolean): readonly Part[] {
  if (!parts.some(({ type }) => type === 'tool-call')) return parts
  const seats = createCallSeats()
  const carried = new Map<string, Seal>()
  return parts.map((part) => {
    if (part.type === 'reasoning') {
      const { attachTo, ...own } = part.seal ?? { attachTo: undefined }
      if (attachTo !== undefined && part.seal && 'data' in own) carried.set(attachTo, own)
      seats.thought(part)
    } else if (part.type === 'tool-call' && part.seal === undefined) {
      const seal = seats.take(carried.get(part.callId))
      seats.noteText()
      return seal === undefined ? part : seated(part, seal, inIds)
    } else seats.noteText()
    return part
  })
}
