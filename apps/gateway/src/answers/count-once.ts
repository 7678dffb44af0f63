import type { GenerateRequest, Json } from '@interlingua/core'
import { measureTokens } from '../metering/measure-tokens.ts'

/** About how many tokens a request was. In a function of its own: what lives as long as the stream must not hold the request. */
export function countOnce(request: GenerateRequest): () => number {
  let left: GenerateRequest | undefined = request
  let tokens = 0
  return () => {
    // Its texts and lists are read as JSON's are.
    if (left !== undefined) tokens = measureTokens(left as unknown as Json)
    left = undefined
    return tokens
  }
}
