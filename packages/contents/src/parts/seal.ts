import { isBundle, redactedMark, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import type { Part, Seal } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'

/** `thoughtSignature` that tells the server to look for no signature. It is no seal. */
export const bypassWord = 'skip_thought_signature_validator'

const words: ReadonlySet<string> = new Set([bypassWord, 'context_engineering_is_the_way_to_go', ''])

/** Reads a signature of this format, or the seal in an envelope of another format's response; `undefined` for a mere word. */
export function decodeSeal(
  signature: string,
  { vendor, model, answer }: Pick<DecodeScope, 'vendor' | 'model' | 'answer'>,
): Seal | undefined {
  if (words.has(signature)) return undefined
  const foreign = unwrapSeal(signature)
  // A bundle from an upstream is its own, and goes back as it is.
  if (foreign && !(answer === true && isBundle(foreign))) return foreign
  return model === undefined ? { format: 'contents', vendor, data: signature } : { format: 'contents', vendor, model, data: signature }
}

/** `thoughtSignature` of a part; `undefined` if it has none. */
export function encodeSeal(part: Part, scope: Pick<EncodeScope, 'envelopes'>): string | undefined {
  const { seal } = part
  const { signature } = hintOf(part)
  if (seal === undefined) return typeof signature === 'string' ? signature : undefined
  if (seal.format === 'contents') return seal.data
  if (!scope.envelopes) return undefined
  return wrapSeal(part.type === 'reasoning' && part.redacted === true ? { ...seal, attachTo: redactedMark } : seal)
}
