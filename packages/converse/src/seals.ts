import type { Context, Part, ReasoningPart, Seal } from '@interlingua/core'
import { isBundle, redactedMark, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import { decodeBase64Text, encodeBase64Text } from '@interlingua/framing'
import { familyOf } from './families.ts'
import { format } from './wire.ts'

/** Format of Claude's seals, which are the same bytes here, at InvokeModel, at Vertex and at Anthropic. */
const claudeFormat = 'messages'
const vendor = 'bedrock'

/** True: the seal is printed as it is. */
export function isOwnSeal(seal: Seal | undefined): boolean {
  return (seal?.format === format || seal?.format === claudeFormat) && seal.attachTo === undefined
}

/** Makes seals of signatures. `answer`: they are those of an upstream. */
export type SealReader = (signature: string) => Seal | undefined

/** Reader of the signatures of a request, whose model need not be the one that gave them. */
export function sealsOfRequest(model: string): SealReader {
  const family = familyOf(model)
  return (signature) => decodeSeal(signature, family !== undefined && family !== 'claude' ? format : claudeFormat, false)
}

/** Reader of the signatures of an answer; Claude alone signs, as far as is known. */
export function sealsOfAnswer({ model }: Pick<Context, 'model'>): SealReader {
  const family = familyOf(model?.pattern ?? '')
  return (signature) => decodeSeal(signature, family === undefined || family === 'claude' ? claudeFormat : format, true)
}

function decodeSeal(signature: string, own: string, answer: boolean): Seal | undefined {
  if (signature === '') return undefined
  const foreign = unwrapSeal(signature)
  // A bundle in the answer of an upstream is its own, and goes back as it is.
  if (foreign && !(answer && isBundle(foreign))) return foreign.data === '' ? undefined : foreign
  return own === format ? { format, vendor, data: signature } : { format: own, data: signature }
}

/** A thought with the seal, and what the envelope says of it. */
export function sealThought(thought: ReasoningPart, seal: Seal | undefined): ReasoningPart {
  if (seal?.attachTo !== redactedMark) return seal === undefined ? thought : { ...thought, seal }
  const { attachTo: _, ...bare } = seal
  return { ...thought, redacted: true, seal: bare }
}

/** Signature of a part; `undefined`: it has no seal. */
export function encodeSeal(part: Part): string | undefined {
  const { seal } = part
  if (seal === undefined) return undefined
  if (isOwnSeal(seal)) return seal.data
  return wrapSeal(part.type === 'reasoning' && part.redacted === true ? { ...seal, attachTo: redactedMark } : seal)
}

/** Text of redacted content, which is base64 of what Messages calls data; `undefined`: it is none. */
export function readRedacted(content: string): string | undefined {
  const text = decodeBase64Text(content)
  return text !== undefined && encodeBase64Text(text) === content ? text : undefined
}

export const writeRedacted = encodeBase64Text
