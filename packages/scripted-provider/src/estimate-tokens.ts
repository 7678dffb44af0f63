/** The number of input tokens that a text counts: a quarter of its UTF-16 units, rounded up, in every format. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
