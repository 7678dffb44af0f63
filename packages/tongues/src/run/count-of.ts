import { at } from '../json/access.ts'
import { Literal } from '../json/json.ts'
import type { ReadAnswer } from './read-received.ts'

/** Tokens that a count tells. */
export function countOf({ document }: ReadAnswer): number | undefined {
  const found = at(document, 'input_tokens') ?? at(document, 'totalTokens')
  const count = found instanceof Literal ? Number(found.text) : undefined
  return Number.isInteger(count) ? count : undefined
}
