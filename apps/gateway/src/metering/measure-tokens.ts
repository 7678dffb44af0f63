import type { Json, JsonObject } from '@interlingua/core'

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
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) sum += measureTokens(value[i] as Json) // the index is in range
    return sum
  }
  // Parsed JSON inherits no enumerable members: a list of all values would be a copy of the request.
  for (const key in value) {
    const inner = (value as JsonObject)[key] // an object that is no array
    if (inner !== undefined) sum += measureTokens(inner)
  }
  return sum
}

function isFile(text: string): boolean {
  return text.length > longestWord && !text.slice(0, longestWord).includes(' ')
}
