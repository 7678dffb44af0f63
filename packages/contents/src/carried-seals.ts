import { bundleSeals } from '@interlingua/core'
import type { BundledThought, Part, ReasoningPart, Seal } from '@interlingua/core'
import { format } from './extension.ts'

/**
 * Whether a thought gives its seal to a part of the answer that clients bring back: of thoughts they drop the signature, the text, or the
 * whole part. A seal of this format stays where its server put it. docs/model/signatures.md
 */
export function ridesAlong(part: Part): part is ReasoningPart & { readonly seal: Seal } {
  return part.type === 'reasoning' && part.seal !== undefined && part.seal.format !== format && part.extensions?.contents === undefined
}

/** The thought as it rides: with its text, since clients drop that of the part that shows it. */
export function rider({ segments, redacted, seal }: ReasoningPart, first: boolean): BundledThought {
  const texts = segments.filter(({ text }) => text !== '')
  return {
    thought: { segments: texts, ...(redacted === true && { redacted }), ...(seal && { seal }) },
    first,
    shown: texts.length > 0,
  }
}

/** The seal of the part that carries these thoughts, beside its own. */
export function carrierSeal(riders: readonly BundledThought[], own?: Seal): Seal {
  return bundleSeals(own === undefined ? riders : [...riders, { thought: { segments: [], seal: own }, own: true }])
}

/** Whether a part can carry them as it is printed: calls and media. Texts are known to be the last only at the end. */
export function canCarry(part: Part): boolean {
  if (part.extensions?.contents !== undefined || part.seal?.format === format) return false
  return part.type !== 'opaque' && part.type !== 'reasoning' && part.type !== 'text' && part.type !== 'refusal'
}

/** Of the calls of a turn the first carries; on the others a short word says so, for clients that keep signed parts alone. */
export const reference: Seal = bundleSeals([])
