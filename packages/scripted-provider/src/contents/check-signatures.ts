import type { Failure } from '@interlingua/core'
import { isGemini3 } from './is-gemini-3.ts'
import { refuseContents } from './refuse-contents.ts'
import type { WireContent } from './shapes/request-shape.ts'
import { thoughtSignature } from './thought-signature.ts'

/**
 * Signatures are the server's own, on the part that they were made for. In the current turn the first call of each step must have one. Edge 43;
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function checkSignatures(contents: readonly WireContent[], model: string): Failure | undefined {
  const turn = contents.findLastIndex(({ role, parts }) => role !== 'model' && !parts?.some(({ functionResponse }) => functionResponse))
  for (const [i, { parts }] of contents.entries()) {
    for (const [j, part] of (parts ?? []).entries()) {
      const signature = part.thoughtSignature
      if (signature !== undefined && !thoughtSignature.isOurs(part, signature))
        return refuseContents('Thought signature is not valid.', `contents[${i}].parts[${j}].thought_signature`)
    }
    const first = (parts ?? []).findIndex(({ functionCall }) => functionCall)
    const call = parts?.[first]
    if (i > turn && isGemini3(model) && call?.functionCall && call.thoughtSignature === undefined)
      return refuseContents(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${call.functionCall.name}\`, position ${i + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
        `contents[${i}].parts[${first}]`,
      )
  }
  return undefined
}
