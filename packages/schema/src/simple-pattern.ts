import type { Json } from '@interlingua/core'

/** Whether a `pattern` keeps to what a grammar compiler can follow: no look-around, back reference, word boundary or Unicode class. */
export function simplePattern(value: Json): boolean {
  return typeof value === 'string' && value.length <= 1000 && !/\(\?(?!:)|\\[bBkpPu1-9]/.test(value.replaceAll('\\\\', ''))
}
