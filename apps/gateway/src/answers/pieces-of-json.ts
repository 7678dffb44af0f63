import { isJsonObject } from '@interlingua/core'

/** Entries of a list from which on each is a piece. */
const longList = 100
const deepest = 3

/** A value as JSON, piece by piece: the entries of long lists one by one. */
export function* piecesOfJson(value: unknown, depth = 0): Generator<string, void> {
  if (Array.isArray(value) && value.length > longList) {
    for (const [index, entry] of value.entries()) yield `${index === 0 ? '[' : ','}${JSON.stringify(entry)}`
    yield ']'
  } else if (isJsonObject(value) && depth < deepest) {
    let before = '{'
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* piecesOfJson(member, depth + 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}
