const token = / ?[\p{L}\p{M}\p{N}]{1,5}|\s+|[^\p{L}\p{M}\p{N}\s]/gu

/** The demo's tokens of a text: word pieces of up to five letters, runs of white space, single signs. Joined, they are the text again. */
export function splitTokens(text: string): readonly string[] {
  return text.match(token) ?? []
}
