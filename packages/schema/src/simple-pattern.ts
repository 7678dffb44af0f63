import type { Json } from '@interlingua/core'

/** True if a grammar compiler can follow a `pattern`: no look-around, back reference, word boundary or Unicode class. */
export function simplePattern(value: Json): boolean {
  return typeof value === 'string' && value.length <= 1000 && !/\(\?(?!:)|\\[bBkpPu1-9]/.test(value.replaceAll('\\\\', ''))
}
