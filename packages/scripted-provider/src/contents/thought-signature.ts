import { opaqueSeal } from '../seals/opaque-seal.ts'
import type { WirePart } from './shapes/part-shape.ts'

const prefix = 'DEMO'

/** The signatures that clients may send for a call of another model. https://ai.google.dev/gemini-api/docs/thought-signatures */
const bypasses: readonly string[] = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Issues and checks the signatures of parts. A signature fits only its kind of part, and its function. */
export const thoughtSignature = {
  issue: (scope: string, responseId: string): string => opaqueSeal.issue(prefix, scope, responseId),
  isOurs: (part: WirePart, data: string): boolean => bypasses.includes(data) || opaqueSeal.isOurs(prefix, scopeOf(part), data),
} as const

function scopeOf(part: WirePart): string {
  if (part.functionCall) return `call:${part.functionCall.name}`
  return part.inlineData ? 'media' : 'text'
}
