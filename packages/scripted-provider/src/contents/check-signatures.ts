import type { Failure } from '@interlingua/core'
import { isGemini3 } from './is-gemini-3.ts'
import type { JoinedContent } from './join-neighbours.ts'
import { refuseContents } from './refuse-contents.ts'
import { thoughtSignature } from './thought-signature.ts'

/**
 * Checks that signatures are the server's own and stand on their own part, and that in the current turn the first call of each step has
 * one. Edge 43; https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function checkSignatures(contents: readonly JoinedContent[], model: string): Failure | undefined {
  const turn = contents.findLastIndex(({ role, parts }) => role === 'user' && !parts.some(({ functionResponse }) => functionResponse))
  for (const [i, { parts, index }] of contents.entries()) {
    const at = `contents[${index}]`
    for (const part of parts) {
      const signature = part.thoughtSignature
      if (signature !== undefined && !thoughtSignature.isOurs(part, signature)) return refuseContents('Thought signature is not valid.', at)
    }
    const first = parts.find(({ functionCall }) => functionCall)
    if (i > turn && isGemini3(model) && first?.functionCall && first.thoughtSignature === undefined)
      return refuseContents(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall.name}\`, position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
        at,
      )
  }
  return undefined
}
