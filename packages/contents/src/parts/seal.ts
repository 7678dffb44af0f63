import { isBundle, redactedMark, unwrapSeal, wrapSeal } from '@interlingua/core'
import type { Part, Seal } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'

/** What stands in `thoughtSignature` where there is no signature, so that the server does not look for one. It is no seal. */
export const bypassWord = 'skip_thought_signature_validator'

const words: ReadonlySet<string> = new Set([bypassWord, 'context_engineering_is_the_way_to_go', ''])

/** A signature of ours, or the seal in an envelope that another format's answer put there; `undefined` for what is only a word. */
export function decodeSeal(
  signature: string,
  { vendor, model, answer }: Pick<DecodeScope, 'vendor' | 'model' | 'answer'>,
): Seal | undefined {
  if (words.has(signature)) return undefined
  const foreign = unwrapSeal(signature)
  // What an upstream bundles for its clients is its own: it wants it back as it is.
  if (foreign && !(answer === true && isBundle(foreign))) return foreign
  return model === undefined ? { format: 'contents', vendor, data: signature } : { format: 'contents', vendor, model, data: signature }
}

/** What stands in `thoughtSignature`; `undefined` where nothing does. */
export function encodeSeal(part: Part, scope: Pick<EncodeScope, 'envelopes'>): string | undefined {
  const { seal } = part
  const { signature } = hintOf(part)
  if (seal === undefined) return typeof signature === 'string' ? signature : undefined
  if (seal.format === 'contents') return seal.data
  if (!scope.envelopes) return undefined
  return wrapSeal(part.type === 'reasoning' && part.redacted === true ? { ...seal, attachTo: redactedMark } : seal)
}
