import type { Part, ReasoningPart, Seal } from '@interlingua/core'
import { isBundle, redactedMark, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import { format, vendor } from './wire.ts'

/** Signature that asks the server not to look for one. https://ai.google.dev/gemini-api/docs/thought-signatures */
export const bypassWord = 'skip_thought_signature_validator'

/**
 * Seal of a signature: that of another format in an envelope, else the service's own. `model`: the model that answered; absent in a request.
 * `undefined`: there is none.
 */
export function decodeSeal(signature: string, model: string | undefined): Seal | undefined {
  if (signature === '' || signature === bypassWord) return undefined
  const foreign = unwrapSeal(signature)
  // A bundle in the answer of an upstream is its own, and goes back as it is.
  if (foreign && !(model !== undefined && isBundle(foreign))) return foreign.data === '' ? undefined : foreign
  return { format, vendor, ...(model !== undefined && { model }), data: signature }
}

/** A thought with the seal, and what the envelope says of it. */
export function sealThought(thought: ReasoningPart, seal: Seal | undefined): ReasoningPart {
  if (seal?.attachTo !== redactedMark) return seal === undefined ? thought : { ...thought, seal }
  const { attachTo: _, ...bare } = seal
  return { ...thought, redacted: true, seal: bare }
}

/** `undefined`: the part has no seal. */
export function encodeSeal(part: Part): string | undefined {
  const { seal } = part
  if (seal === undefined) return undefined
  if (seal.format === format) return seal.data
  return wrapSeal(part.type === 'reasoning' && part.redacted === true ? { ...seal, attachTo: redactedMark } : seal)
}
