import type { Embedding } from './embed-response.ts'

/** The tokens of all inputs; `undefined` where they are not told of each. */
export function sumOfTokens(embeddings: readonly Embedding[]): number | undefined {
  let sum = 0
  for (const { tokens } of embeddings) {
    if (tokens === undefined) return undefined
    sum += tokens
  }
  return embeddings.length === 0 ? undefined : sum
}
