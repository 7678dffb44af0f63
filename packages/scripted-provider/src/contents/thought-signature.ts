import { opaqueSeal } from '../seals/opaque-seal.ts'
import type { WirePart } from './shapes/part-shape.ts'

const prefix = 'DEMO'

/** What clients may send for a call that another model made. https://ai.google.dev/gemini-api/docs/thought-signatures */
const bypasses: readonly string[] = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Signatures of the parts of an answer. Each belongs to one kind of part, and to one function: it fits no other. */
export const thoughtSignature = {
  issue: (scope: string, responseId: string): string => opaqueSeal.issue(prefix, scope, responseId),
  isOurs: (part: WirePart, data: string): boolean => bypasses.includes(data) || opaqueSeal.isOurs(prefix, scopeOf(part), data),
} as const

function scopeOf(part: WirePart): string {
  if (part.functionCall) return `call:${part.functionCall.name}`
  return part.inlineData ? 'media' : 'text'
}
