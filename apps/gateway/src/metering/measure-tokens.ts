import type { Json } from '@interlingua/core'

/** Bytes of JSON, and characters of text, for one token. */
const rate = 4
/** Characters without a space that are no text. */
const longestWord = 2000
const fileTokens = 1000

/** About how many tokens there are in all the texts of a value, each file counted as one. */
export function measureTokens(value: Json): number {
  if (typeof value === 'string') return isFile(value) ? fileTokens : value.length / rate
  if (typeof value !== 'object' || value === null) return 1
  let sum = 1
  for (const inner of Object.values(value)) if (inner !== undefined) sum += measureTokens(inner)
  return sum
}

function isFile(text: string): boolean {
  return text.length > longestWord && !text.slice(0, longestWord).includes(' ')
}
