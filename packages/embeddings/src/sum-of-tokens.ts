import type { Embedding } from './embed-response.ts'

/** Tokens of all inputs; `undefined` if one of them is unknown. */
export function sumOfTokens(embeddings: readonly Embedding[]): number | undefined {
  let sum = 0
  for (const { tokens } of embeddings) {
    if (tokens === undefined) return undefined
    sum += tokens
  }
  return embeddings.length === 0 ? undefined : sum
}
