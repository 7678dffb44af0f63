const token = / ?[\p{L}\p{M}\p{N}]{1,5}|\s+|[^\p{L}\p{M}\p{N}\s]/gu

/**
 * Splits a text into the demo's tokens: pieces of words of up to five letters, runs of white space, single signs. Joined, the tokens are
 * the text again.
 */
export function splitTokens(text: string): readonly string[] {
  return text.match(token) ?? []
}
