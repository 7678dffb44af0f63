import { bundleSeals } from '@interlingua/core/adapter'
import type { Part, ReasoningPart, Seal } from '@interlingua/core'
import type { BundledThought } from '@interlingua/core/adapter'
import { format } from './extension.ts'

/**
 * True for a thought that gives its seal to a part that clients return: of thoughts they drop the signature, the text, or the whole part. A
 * seal of this format stays where its server put it. docs/model/signatures.md
 */
export function ridesAlong(part: Part): part is ReasoningPart & { readonly seal: Seal } {
  return part.type === 'reasoning' && part.seal !== undefined && part.seal.format !== format && part.extensions?.contents === undefined
}

/** Thought as it rides: with its text, since clients drop that of the part that shows it. */
export function rider({ segments, redacted, seal }: ReasoningPart, first: boolean): BundledThought {
  const texts = segments.filter(({ text }) => text !== '')
  return {
    thought: { segments: texts, ...(redacted === true && { redacted }), ...(seal && { seal }) },
    first,
    shown: texts.length > 0,
  }
}

/** Seal of the part that carries these thoughts, beside its own. */
export function carrierSeal(riders: readonly BundledThought[], own?: Seal): Seal {
  return bundleSeals(own === undefined ? riders : [...riders, { thought: { segments: [], seal: own }, own: true }])
}

/** True for a part that can carry seals as soon as it is printed: calls and media. A text is known to be the last only at the end. */
export function canCarry(part: Part): boolean {
  if (part.extensions?.contents !== undefined || part.seal?.format === format) return false
  return part.type !== 'opaque' && part.type !== 'reasoning' && part.type !== 'text' && part.type !== 'refusal'
}

/** Reference to the seals on the first call of a turn, put on its other calls for clients that keep only signed parts. */
export const reference: Seal = bundleSeals([])
